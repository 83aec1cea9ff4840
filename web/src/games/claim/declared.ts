// Made by `python -m handful.server.game_types` from the declarations of CLAIM. Do not edit.
import type { CardText, Suit } from "../../lib/cards";

export const Phase = { declaration: 0, blitz: 1, floor: 2 } as const;
export type Phase = (typeof Phase)[keyof typeof Phase];

/** What a viewer sees of the game; hidden values are null. */
export type View = {
  seat: number | null;
  seats: number;
  deals: number;
  floor_rounds: number;
  suit_lock: "no" | "yes";
  declare_costs_turn: "no" | "yes";
  penalty: "every_round" | "on_pass";
  penalties: "when_taken" | "at_showdown";
  wrap: "broken" | "circular";
  singles: "zero" | "face";
  hands: (CardText[] | null)[];
  hands_size: number[];
  certain: CardText[][];
  shown: CardText[][];
  choices: (string | null)[];
  left: number;
  bottom: CardText[];
  discards: CardText[];
  floor: CardText | null;
  budgets: number[];
  forfeited: number;
  accumulated: number[];
  finals: number[];
  ceilings: number[];
  topped: number[];
  deal: number;
  phase: Phase;
  answered: number[];
  suits: (Suit | null)[];
  declared: number[];
  floor_round: number;
  dealer: number | null;
  first: number | null;
  turn: number | null;
  declaring: boolean;
  winners: number[];
  over: boolean;
  worth?: { suits: { score: number; sequences: { cards: string[]; points: number }[]; suit: string }[]; taking: { discard: string; makes: { score: number; sequences: { cards: string[]; points: number }[]; suit: string } }[]; undeclared: number };
};

/** What may happen; a value that is hidden from a viewer is null. */
export type Event =
  | { event: "deal_began"; deal: number; dealer: number }
  | { event: "dealt"; seat: number; cards: CardText[] | null }
  | { event: "chose"; seat: number }
  | { event: "declared"; seat: number; suit: Suit }
  | { event: "showed"; seat: number; card: CardText }
  | { event: "penalized"; seat: number; points: number; total: number }
  | { event: "blitz_began"; seats: number[] }
  | { event: "answered"; seat: number; called: boolean }
  | { event: "floor_turned"; round: number; dealer: number; card: CardText; first: number }
  | { event: "took"; seat: number; card: CardText }
  | { event: "discarded"; seat: number; card: CardText }
  | { event: "passed"; seat: number }
  | { event: "sank"; card: CardText }
  | { event: "showdown_called"; seat: number }
  | { event: "reckoning_began" }
  | { event: "revealed"; seat: number; cards: CardText[] }
  | { event: "scored"; seat: number; points: number }
  | { event: "paid"; seat: number; other: number; points: number }
  | { event: "game_ended"; winners: number[] };

/** What a table may choose, as texts; what is not there has its default. */
export type Options = {
  deals?: `${number}`;
  floor_rounds?: `${number}`;
  suit_lock?: "no" | "yes";
  declare_costs_turn?: "no" | "yes";
  penalty?: "every_round" | "on_pass";
  penalties?: "when_taken" | "at_showdown";
  wrap?: "broken" | "circular";
  singles?: "zero" | "face";
};

/** Why an action is refused. */
export type Refusal =
  "game_over" | "not_your_turn" | "no_such_action" | "declare_or_not" | "call_or_hold" | "floor_is_open" |
  "not_your_card" | "already_declared" | "suit_is_closed" | "show_in_steps" | "show_when_declaring" | "show_your_suit"
  | "show_rising" | "declaring_was_all" | "floor_is_empty" | "just_taken" | "face_up" | "undeclared" |
  "too_few_points" | "penalties_too_high";

/** The keys of the words that a scene may say. */
export type Word =
  "phase.declaration" | "phase.blitz" | "phase.floor" | "prompt" | "prompt.declare" | "action.declare" |
  "action.nothing" | "action.show" | "action.take" | "action.take discard" | "action.pass" | "action.showdown" |
  "action.hold" | "field.floor" | "field.suits" | "field.shown" | "field.accumulated" | "field.dealer" | "field.deal"
  | "field.floor_round" | "field.left" | "field.discards";
