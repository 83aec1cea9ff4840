// Made by `python -m handful.server.game_types` from the declarations of Top-Suit. Do not edit.
import type { CardText } from "../../lib/cards";

export const Pattern = { none: 0, single: 1, pair: 2, triple: 3, quad: 4, run: 5 } as const;
export type Pattern = (typeof Pattern)[keyof typeof Pattern];

/** What a viewer sees of the game; hidden values are null. */
export type View = {
  seat: number | null;
  seats: number;
  beats: "suit" | "either" | "rank";
  quads: "match" | "bomb";
  runs: "any" | "equal";
  best_of: number;
  hands: (CardText[] | null)[];
  hands_size: number[];
  left: number;
  seen: CardText[];
  points: number[];
  game: number;
  won: number[];
  trick: number;
  leader: number | null;
  turn: number | null;
  acted: number;
  pattern: Pattern;
  best: CardText[];
  top: CardText | null;
  holder: number | null;
  table: CardText[][];
  winners: number[];
  over: boolean;
};

/** What may happen; a value that is hidden from a viewer is null. */
export type Event =
  | { event: "game_began"; game: number; leader: number }
  | { event: "dealt"; seat: number; cards: CardText[] | null }
  | { event: "played"; seat: number; cards: CardText[] }
  | { event: "topped"; seat: number; card: CardText }
  | { event: "extended"; seat: number; cards: CardText[] }
  | { event: "drew"; seat: number; card: CardText | null }
  | { event: "trick_won"; seat: number }
  | { event: "trick_passed" }
  | { event: "went_out"; seat: number }
  | { event: "deck_empty" }
  | { event: "game_won"; game: number; winners: number[] }
  | { event: "game_ended"; winners: number[] };

/** What a table may choose, as texts; what is not there has its default. */
export type Options = {
  beats?: "suit" | "either" | "rank";
  quads?: "match" | "bomb";
  runs?: "any" | "equal";
  best_of?: `${number}`;
};

/** Why an action is refused. */
export type Refusal =
  "game_over" | "not_your_turn" | "no_such_action" | "not_your_cards" | "no_hand" | "wrong_type" | "too_weak" |
  "wrong_length" | "no_run" | "not_above";

/** The keys of the words that a scene may say. */
export type Word =
  "prompt" | "action.play" | "action.extend" | "action.draw" | "field.table" | "field.holder" | "field.won" |
  "field.best" | "field.top" | "field.game" | "field.trick" | "field.left";
