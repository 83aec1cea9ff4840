// Made by `python -m handful.server.typescript` from src/handful/server/messages.py. Do not edit.

/** What the game shows to a seat: the fields of its state, cards as texts, hidden values as null. */
export type View = Record<string, unknown>;

/** Something that happened, by name, with its values and the whole in words. */
export interface Event {
  event: string;
  sentence: string;
  [value: string]: unknown;
}

/** The first message on a table's socket: the number of the last entry that the client knows, 0 for none. */
export interface Hello {
  type: "hello";
  seen?: number;
}

/** Take a seat, or the first that is free; with a nonce of the player's own for the shuffle. */
export interface Sit {
  type: "sit";
  id: string;
  seat?: number | null;
  nonce?: string;
}

/** Give the seat up; in a game a bot plays on. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Change to another seat before the start; whoever sits there changes places. */
export interface Swap {
  type: "swap";
  id: string;
  seat: number;
}

/** Put a bot on a free seat. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: number;
  level?: "easy" | "hard" | "normal";
}

/** Free the seat of a bot before the start. */
export interface RemoveBot {
  type: "remove_bot";
  id: string;
  seat: number;
}

/** Begin the game. */
export interface Start {
  type: "start";
  id: string;
}

/** Do an action, or the steps of one, all or none; `seen` is the number of the picture it was chosen by. */
export interface Act {
  type: "act";
  id: string;
  actions: string[];
  seen: number;
}

/** Take the seat back from the bot that stands in. */
export interface ComeBack {
  type: "come_back";
  id: string;
}

/** Show a reaction to everybody at the table, where the rules do not ask for silence. */
export interface React {
  type: "react";
  id: string;
  reaction: "good_game" | "good_luck" | "hello" | "oops" | "sorry" | "thanks" | "thinking" | "well_played" | "wow";
}

/** After the end: open a table with the same game, options and bots; `ack` carries its id. */
export interface Rematch {
  type: "rematch";
  id: string;
  nonce?: string;
}

/** The answer to `hello`: the whole picture, and what was missed since `seen`; of too much, the newest part. */
export interface Welcome {
  type: "welcome";
  picture: Picture;
  missed: Told[];
  /** Whether `missed` has everything since `seen`. */
  complete: boolean;
}

/** Something happened: the fields of the picture, and of its view, that are different now. */
export interface Update {
  type: "update";
  number: number;
  told: Told[];
  picture: Partial<Picture>;
  /** Fields of `picture.view`; those that are given replace the earlier ones. */
  view?: View;
}

/** A whole picture, because the client's was out of date. */
export interface Fresh {
  type: "fresh";
  picture: Picture;
}

/** A command was done and is durable; the number of the entry that did it. */
export interface Ack {
  type: "ack";
  id: string;
  number: number;
  /** The new table, after `rematch`. */
  table?: string;
}

/** A command was not done, and why, as a sentence; the id is empty if the message could not be read. */
export interface RefusedMessage {
  type: "refused";
  id: string;
  sentence: string;
}

/** A player showed a reaction; the seat is null for somebody who only watches. */
export interface Reacted {
  type: "reacted";
  seat: number | null;
  name: string;
  reaction: "good_game" | "good_luck" | "hello" | "oops" | "sorry" | "thanks" | "thinking" | "well_played" | "wow";
}

/** The same player opened this table elsewhere: this socket closes with code 4001. */
export interface TakenOver {
  type: "taken_over";
  sentence: string;
}

/** The server closes this socket, and says why. */
export interface Bye {
  type: "bye";
  sentence: string;
  /** Whether it makes sense to connect again, after a moment. */
  retry?: boolean;
}

/** The whole lobby: the first message on the lobby's socket. */
export interface LobbyNow {
  type: "lobby";
  tables: Listing[];
}

/** A public table was opened or changed. */
export interface LobbyTable {
  type: "table";
  table: Listing;
}

/** A table is no longer in the lobby. */
export interface LobbyGone {
  type: "gone";
  id: string;
}

/** One entry of the log as a viewer may know it: its number, its kind, and what happened. */
export interface Told {
  number: number;
  entry: string;
  /** Each with its name in `event`, its values, and the whole in words in `sentence`. */
  events: Event[];
}

/** Everything that one seat, or a spectator, may know of a table. */
export interface Picture {
  table: string;
  /** How many entries the table's log has. */
  number: number;
  status: "open" | "over" | "playing";
  game: string;
  rules: number;
  /** Those that differ from their defaults. */
  options: Record<string, string>;
  clock: "fast" | "normal" | "off" | "relaxed";
  public: boolean;
  /** SHA-256 of the secret of the shuffle, in hex. */
  commitment: string;
  /** The table of which this is a rematch, or empty. */
  before: string;
  /** Seats, and so teams, are drawn when the game starts. */
  draw_seats: boolean;
  /** The table of the rematch, or empty. */
  rematch: string;
  /** Your own seat. */
  seat: number | null;
  seats: SeatPicture[];
  /** The seats that may seat bots and start. */
  arrangers: number[];
  /** What the game shows to this seat; null before the start. Its fields are those of the game's state. */
  view: View | null;
  /** The seats that may act now. */
  actors: number[];
  /** By seat: when its clock runs out, in milliseconds since 1970. */
  deadlines: (number | null)[];
  /** The number with which your decision began, if you may act. */
  decision: number | null;
  /** Every action that you may do now, in the game's notation. */
  legal: string[];
  result: Result | null;
}

/** Who sits in a seat, as everybody at the table sees it. */
export interface SeatPicture {
  name: string;
  /** The level of the bot that sits here, or empty. */
  bot: string;
  /** A bot stands in until the player is back. */
  away: boolean;
  free: boolean;
  nonce: string;
  timeouts: number;
}

/** How the game ended, and the secret of its shuffle in hex. */
export interface Result {
  scores: number[];
  winners: number[];
  secret: string;
}

/** A table as the lobby shows it. */
export interface Listing {
  table: string;
  status: "open" | "over" | "playing";
  game: string;
  rules: number;
  options: Record<string, string>;
  clock: "fast" | "normal" | "off" | "relaxed";
  /** Milliseconds since 1970. */
  opened: number;
  seats: ListedSeat[];
}

/** Who sits in a seat, as the lobby shows it. */
export interface ListedSeat {
  name: string;
  bot: string;
  away: boolean;
  free: boolean;
}

/** A guest's name. */
export interface NameMe {
  name: string;
}

/** Who the cookie says you are; both empty for nobody. */
export interface Me {
  id: string;
  name: string;
}

/** A table to open. */
export interface OpenTable {
  game: string;
  seats?: number | null;
  options?: Record<string, string>;
  clock?: "fast" | "normal" | "off" | "relaxed";
  public?: boolean;
  /** Draw the seats, and so the teams, when the game starts; if it is not said, they are where teams are fixed. */
  draw_seats?: boolean | null;
}

/** A table to play at once, against bots. */
export interface PlayNow {
  game: string;
  seats?: number | null;
  options?: Record<string, string>;
  clock?: "fast" | "normal" | "off" | "relaxed";
  level?: "easy" | "hard" | "normal";
  nonce?: string;
}

/** The id of a table; its link is /t/ID, its socket /ws/tables/ID. */
export interface Opened {
  id: string;
}

export type FromPlayer = Hello | Sit | Leave | Swap | SeatBot | RemoveBot | Start | Act | ComeBack | React | Rematch;

export type ToPlayer = Welcome | Update | Fresh | Ack | RefusedMessage | Reacted | TakenOver | Bye;

export type ToLobby = LobbyNow | LobbyTable | LobbyGone | Bye;

export const CLOSE_CODES: Record<number, string> = { 4001: "the same player opened this table elsewhere", 4400: "too many messages that cannot be read", 4404: "there is no such table", 4408: "no hello came in time", 4429: "too many messages or connections", 4013: "the client reads too slowly", 1012: "the server is restarting" };

export const REACTIONS = ["hello", "good_luck", "well_played", "thanks", "wow", "oops", "thinking", "sorry", "good_game"] as const;
