// Made by `python -m handful.server.game_types` from the declarations of Half Suit. Do not edit.
import type { CardText } from "../../lib/cards";

/** What a viewer sees of the game; hidden values are null. */
export type View = {
  seat: number | null;
  seats: number;
  turns: "team" | "spotlight";
  claims: "on_turn" | "anytime";
  ask_empty: "no" | "yes";
  stop_at_5: "no" | "yes";
  endless: "no" | "yes";
  hands: (CardText[] | null)[];
  hands_size: number[];
  won: CardText[][];
  team: number;
  opening: boolean;
  spotlight: number | null;
  other_spotlight: number | null;
  asks: number;
  misses: number;
  claimer: number | null;
  claimed: CardText[];
  for_other: boolean;
  countering: boolean;
  placer: number | null;
  unplaced: CardText[];
  placed: CardText[][];
  taken: CardText[][];
  lacks: CardText[][];
  some: CardText[][];
  winners: number[];
  over: boolean;
};

/** What may happen; a value that is hidden from a viewer is null. */
export type Event =
  | { event: "shuffled" }
  | { event: "dealt"; seat: number; cards: CardText[] | null }
  | { event: "drawn"; seat: number }
  | { event: "asked"; seat: number; other: number; card: CardText }
  | { event: "gave"; seat: number; other: number; card: CardText }
  | { event: "missed"; seat: number; card: CardText }
  | { event: "ran_out"; seat: number }
  | { event: "turn_began"; seats: number[]; seat: number }
  | { event: "warned"; misses: number; asks: number }
  | { event: "must_claim"; seats: number[] }
  | { event: "claimed"; seat: number; cards: CardText[] }
  | { event: "claimed_for_other"; seat: number; cards: CardText[] }
  | { event: "placed"; seat: number; card: CardText; holder: number }
  | { event: "counter_due"; cards: CardText[]; seats: number[] }
  | { event: "nominated"; seat: number }
  | { event: "revealed"; seat: number; cards: CardText[] }
  | { event: "scored"; seats: number[]; cards: CardText[] }
  | { event: "game_ended"; winners: number[] };

/** What a table may choose, as texts; what is not there has its default. */
export type Options = {
  turns?: "team" | "spotlight";
  claims?: "on_turn" | "anytime";
  ask_empty?: "no" | "yes";
  stop_at_5?: "no" | "yes";
  endless?: "no" | "yes";
};

/** Why an action is refused. */
export type Refusal =
  "game_over" | "not_your_turn" | "no_such_action" | "place_a_card" | "other_card" | "opponents_only" |
  "own_team_only" | "counter_first" | "no_counter" | "no_claim" | "out_of_play" | "other_teams_turn" | "first_action"
  | "not_in_spotlight" | "claim_now" | "no_cards" | "not_an_opponent" | "empty_hand" | "your_own_card" | "none_of_it";

/** The keys of the words that a scene may say. */
export type Word =
  "phase.ask" | "phase.claim" | "phase.counter" | "prompt" | "prompt.with" | "prompt.counter" | "action.ask" |
  "action.claim" | "action.counter" | "action.with" | "action.for-other-team" | "action.low-spades" |
  "action.high-spades" | "action.low-hearts" | "action.high-hearts" | "action.low-diamonds" | "action.high-diamonds" |
  "action.low-clubs" | "action.high-clubs" | "action.eights" | "field.won" | "field.spotlight" | "field.placer" |
  "field.taken" | "field.placed" | "field.claimed" | "field.unplaced";
