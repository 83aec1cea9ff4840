// Made by `python -m handful.server.game_types` from the declarations of Thirteam. Do not edit.
import type { CardText } from "../../lib/cards";

export const Pattern = { none: 0, single: 1, pair: 2, three: 3, four: 4, run: 5 } as const;
export type Pattern = (typeof Pattern)[keyof typeof Pattern];

/** What a viewer sees of the game; hidden values are null. */
export type View = {
  seat: number | null;
  seats: number;
  teams: "no" | "yes";
  threshold: number;
  must_open_3s: "no" | "yes";
  bombs: "no" | "yes";
  memory_aid: "no" | "yes";
  hands: (CardText[] | null)[];
  hands_size: number[];
  first_hands: (CardText[] | null)[];
  played: CardText[];
  scores: number[];
  round: number;
  order: (number | null)[];
  memorising: boolean;
  ready: number[];
  trading: boolean;
  chosen: number[];
  sent: (CardText | null)[];
  opener: number | null;
  turn: number | null;
  trick: CardText[];
  pattern: Pattern;
  by: number | null;
  skipped: number[];
  holding: number[];
  placed: (number | null)[];
  winners: number[];
  over: boolean;
};

/** What may happen; a value that is hidden from a viewer is null. */
export type Event =
  | { event: "round_began"; round: number }
  | { event: "teamed"; seat: number; other: number }
  | { event: "dealt"; seat: number; cards: CardText[] | null }
  | { event: "readied"; seat: number }
  | { event: "swapped"; seat: number; other: number; cards: CardText[] | null }
  | { event: "chose"; seat: number; card: CardText | null }
  | { event: "received"; seat: number; other: number; card: CardText | null }
  | { event: "opened"; seat: number; card: CardText }
  | { event: "played"; seat: number; cards: CardText[] }
  | { event: "skipped"; seat: number }
  | { event: "went_out"; seat: number; place: number }
  | { event: "hand_won"; seat: number }
  | { event: "led"; seat: number }
  | { event: "scored"; seat: number; place: number; points: number; total: number }
  | { event: "game_ended"; winners: number[] };

/** What a table may choose, as texts; what is not there has its default. */
export type Options = {
  teams?: "no" | "yes";
  threshold?: `${number}`;
  must_open_3s?: "no" | "yes";
  bombs?: "no" | "yes";
  memory_aid?: "no" | "yes";
};

/** Why an action is refused. */
export type Refusal =
  "game_over" | "not_your_turn" | "wait" | "no_such_action" | "say_ready" | "trade_a_card" | "play_or_skip" |
  "not_your_cards" | "leader_plays" | "jokers_alone" | "twos_together" | "no_pattern" | "open_with_3s" |
  "same_pattern" | "too_low";

/** The keys of the words that a scene may say. */
export type Word =
  "phase.memorise" | "phase.trade" | "phase.play" | "prompt" | "prompt.ready" | "prompt.trade" | "action.play" |
  "action.skip" | "action.ready" | "action.trade" | "field.trick" | "field.by" | "field.skipped" | "field.placed" |
  "field.round";
