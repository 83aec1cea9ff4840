// Made by `python -m handful.server.game_types` from the declarations of Spar. Do not edit.
import type { CardText, Suit } from "../../lib/cards";

/** What a viewer sees of the game; hidden values are null. */
export type View = {
  seat: number | null;
  seats: number;
  target: number;
  first: "right" | "left";
  same_suit: "replace" | "last_only";
  honour: "no" | "yes";
  hands: (CardText[] | null)[];
  hands_size: number[];
  left: number;
  seen: CardText[];
  scores: number[];
  round: number;
  dealer: number | null;
  trick: number;
  leader: number | null;
  turn: number | null;
  control: number | null;
  called: Suit | null;
  best: CardText | null;
  table: (CardText | null)[];
  accumulated: number;
  last_held: CardText | null;
  voids: number[];
  answering: boolean;
  answers: (number | null)[];
  answered: number[];
  out: number[];
  winners: number[];
  over: boolean;
};

/** What may happen; a value that is hidden from a viewer is null. */
export type Event =
  | { event: "shuffled" }
  | { event: "round_began"; round: number; dealer: number }
  | { event: "dealt"; seat: number; cards: CardText[] | null }
  | { event: "played"; seat: number; card: CardText }
  | { event: "took_control"; seat: number }
  | { event: "held"; seat: number; points: number }
  | { event: "answered"; seat: number }
  | { event: "challenged"; seat: number; other: number; rightly: boolean }
  | { event: "disqualified"; seat: number }
  | { event: "round_won"; seat: number; points: number }
  | { event: "round_void" }
  | { event: "game_ended"; winners: number[] };

/** What a table may choose, as texts; what is not there has its default. */
export type Options = {
  target?: `${number}`;
  first?: "right" | "left";
  same_suit?: "replace" | "last_only";
  honour?: "no" | "yes";
};

/** Why an action is refused. */
export type Refusal =
  "game_over" | "not_your_turn" | "no_such_action" | "not_your_card" | "follow_suit" | "play_a_card" | "answer_first"
  | "no_such_player";

/** The keys of the words that a scene may say. */
export type Word =
  "phase.play" | "phase.answer" | "prompt" | "action.play" | "action.accept" | "action.challenge" | "field.table" |
  "field.control" | "field.dealer" | "field.round" | "field.trick" | "field.called" | "field.best" |
  "field.accumulated" | "field.last_held" | "field.left";
