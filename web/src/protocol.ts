// Made by `python -m handful.server.typescript` from src/handful/server/messages.py. Do not edit.

/** A value as JSON has it. */
export type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };

/**
 * What a game shows to a seat, whichever game it is: the fields of its state, cards as texts, hidden values as null.
 * What a known game shows is declared in games/GAME/declared.ts.
 */
export type View = Record<string, Plain>;

/** Something that happened, by name, with its values. */
export type Event = { event: string; [value: string]: Plain };

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

/** Go: before the start the seat is free again; in a game a bot stands in until you connect again or act. */
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
  level?: "easy" | "expert" | "hard" | "instinct" | "normal";
}

/** Free the seat of a bot before the start. */
export interface RemoveBot {
  type: "remove_bot";
  id: string;
  seat: number;
}

/** Set anew what is played, before the start; what is left out stays as it is. */
export interface SetOptions {
  type: "set_options";
  id: string;
  /** All options that differ from their defaults. */
  options?: Record<string, string> | null;
  /** Empty: the game's usual one. */
  clock?: "fast" | "normal" | "off" | "relaxed" | "" | null;
  draw_seats?: boolean | null;
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

/** Give the seat to a bot for good, and watch. */
export interface Resign {
  type: "resign";
  id: string;
}

/** Let a bot stand in for a player who has been away for a minute, until that one is back. Before the start it makes the seat free; then only those who arrange the table can do it. */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
}

/** Wish or agree to stop the game; it is stopped when all people at the table do, at once if all others are bots. */
export interface Stop {
  type: "stop";
  id: string;
  /** False: play on. All wishes to stop are void then. */
  agree?: boolean;
}

/** Show a reaction to everybody at the table, where the rules do not ask for silence. */
export interface React {
  type: "react";
  id: string;
  reaction: "good_game" | "good_luck" | "hello" | "oops" | "sorry" | "thanks" | "thinking" | "well_played" | "wow";
}

/** After the end: go to a table with the same game, options and bots, and sit where you sat; `ack` carries its id. Who asks first opens it; the seats of the others are kept for them. */
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
  presence: Presence;
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

/** Who is here, and whether bots are ready: sent when it changes. It is no part of the log. */
export interface Presence {
  type: "presence";
  /** By seat: since when its player is not here, in milliseconds since 1970; null for one who is, and for bots. */
  away: (number | null)[];
  /** Some of those who watch and have a name. */
  visitors: Visitor[];
  /** How many watch. */
  watching: number;
  /** Whether hard bots here play their first guess, because the server still makes their search ready. */
  prepares: boolean;
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

/** A command was not done, and why; the id is empty if the message could not be read. */
export interface RefusedMessage {
  type: "refused";
  id: string;
  /** What is wrong: one of the codes of the server, or `rules.` and a code of the game's rules. */
  code: string;
  /** The whole in English. */
  sentence: string;
  /** What stands in the sentence for its parts, by name. */
  values?: Record<string, string | number>;
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
  code: string;
  sentence: string;
}

/** The server closes this socket, and says why. */
export interface Bye {
  type: "bye";
  code: string;
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

/** All games of yours that wait or are being played: the second message on the lobby's socket if you have a name. */
export interface OwnGames {
  type: "own_games";
  games: OwnGame[];
}

/** A game of yours is new, or has changed: above all, whose turn it is. */
export interface OwnGameNow {
  type: "own_game";
  game: OwnGame;
}

/** A game of yours is over, or no longer yours. */
export interface OwnGameGone {
  type: "own_game_gone";
  id: string;
}

/** One entry of the log as a viewer may know it: its number, its kind, and what happened. */
export interface Told {
  number: number;
  entry: string;
  /** Each with its name in `event`, and its values. The game has the words for it in every language. */
  events: Event[];
  /** Whose entry it is, if it is a seat's. */
  seat?: number | null;
  /** Who acted for the seat: `clock` if its time was up, `bot` if a bot plays there, `before` if it is the beginning
    of a game that is played on from its middle. */
  by?: "before" | "bot" | "clock" | "player";
}

/** Everything that one seat, or a spectator, may know of a table. */
export interface Picture {
  table: string;
  /** How many entries the table's log has. */
  number: number;
  status: "open" | "over" | "playing" | "stopped";
  game: string;
  rules: number;
  /** Those that differ from their defaults. */
  options: Record<string, string>;
  /** The clock that runs; the game's usual one, which nobody chose, is off where one person plays with bots. */
  clock: "fast" | "normal" | "off" | "relaxed";
  public: boolean;
  /** No seat is free: one can watch. */
  full: boolean;
  /** SHA-256 of the secret of the shuffle, in hex. */
  commitment: string;
  /** The table of which this is a rematch, or empty. */
  before: string;
  /** Seats, and so teams, are drawn when the game starts. */
  draw_seats: boolean;
  /** How quickly bots act here; the usual pace is that of the server. */
  pace: "quick" | "slow" | "usual";
  /** The table of the rematch, or empty. */
  rematch: string;
  /** The finished game that this one goes on with from its middle; such a game is not rated. */
  origin: Origin | null;
  /** The seats whose players wish to stop the game. When all people at the table do, it is stopped. */
  stops: number[];
  /** The code of the phase that the game is in, whose words the game's face has; empty if there is none. */
  phase: string;
  /** Who plays together now; empty if everybody plays alone. */
  partners: number[][];
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
  /** Of the cast, if a bot has the seat: whose face it shows. */
  character: string;
  sign: "boat" | "cup" | "fish" | "initial" | "key" | "kite" | "leaf" | "moon" | "mountain" | "star" | "sun" | "wave";
  /** The face of the person who has the seat. */
  colour: "blue" | "gold" | "green" | "rose" | "rust" | "slate" | "teal" | "violet";
  nonce: string;
  timeouts: number;
  /** The id of the player's public page; empty for a bot's seat. */
  page: string;
  /** The name of the player who gave the seat to the bot for good, or empty. */
  left: string;
  /** The name of the player for whom the free seat is kept, or empty. */
  kept: string;
}

/** How the game ended, and the secret of its shuffle in hex. */
export interface Result {
  scores: number[];
  winners: number[];
  secret: string;
}

/** Where a game that goes on from a finished one comes from. */
export interface Origin {
  table: string;
  /** The last entry of that table's log whose actions are played here too. */
  number: number;
  /** The table whose id, secret and nonces the cards follow from: the first one, if that table goes on itself. */
  shuffle: string;
}

/** Somebody who watches. */
export interface Visitor {
  name: string;
  sign: "boat" | "cup" | "fish" | "initial" | "key" | "kite" | "leaf" | "moon" | "mountain" | "star" | "sun" | "wave";
  colour: "blue" | "gold" | "green" | "rose" | "rust" | "slate" | "teal" | "violet";
}

/** A table as the lobby shows it: who sits there and what is played, nothing of how the game stands. */
export interface Listing {
  table: string;
  status: "open" | "over" | "playing" | "stopped";
  game: string;
  rules: number;
  options: Record<string, string>;
  clock: "fast" | "normal" | "off" | "relaxed";
  /** Milliseconds since 1970. */
  opened: number;
  seats: ListedSeat[];
  /** Whether you have a seat there, or opened it. */
  mine: boolean;
}

/** Who sits in a seat, as the lobby shows it. */
export interface ListedSeat {
  name: string;
  /** The level of the bot that sits here, or empty. */
  bot: string;
  /** A bot stands in until the player is back. */
  away: boolean;
  free: boolean;
  /** Of the cast, if a bot has the seat: whose face it shows. */
  character: string;
  sign: "boat" | "cup" | "fish" | "initial" | "key" | "kite" | "leaf" | "moon" | "mountain" | "star" | "sun" | "wave";
  /** The face of the person who has the seat. */
  colour: "blue" | "gold" | "green" | "rose" | "rust" | "slate" | "teal" | "violet";
}

/** A game of yours that waits to begin or is being played. */
export interface OwnGame {
  table: string;
  status: "open" | "over" | "playing" | "stopped";
  game: string;
  rules: number;
  options: Record<string, string>;
  clock: "fast" | "normal" | "off" | "relaxed";
  public: boolean;
  /** Milliseconds since 1970, as all times. */
  opened: number;
  /** Your seat; null if you only opened the table. */
  seat: number | null;
  seats: ListedSeat[];
  /** Whether you are awaited: it is your turn. */
  mine: boolean;
  /** The seats that may act now. */
  actors: number[];
  /** Since when those are awaited; before the start, since when the table is open. */
  since: number;
  /** When your clock runs out, if it runs. */
  deadline: number | null;
  /** By seat, if the game counts points. */
  scores: number[];
  phase: string;
}

/** A guest's name. */
export interface NameMe {
  name: string;
}

/** A face: a sign, or the first letter of the name, on a colour. */
export interface FaceMe {
  sign: "boat" | "cup" | "fish" | "initial" | "key" | "kite" | "leaf" | "moon" | "mountain" | "star" | "sun" | "wave";
  colour: "blue" | "gold" | "green" | "rose" | "rust" | "slate" | "teal" | "violet";
}

/** Who the cookie says you are; all empty for nobody. */
export interface Me {
  id: string;
  name: string;
  sign: "boat" | "cup" | "fish" | "initial" | "key" | "kite" | "leaf" | "moon" | "mountain" | "star" | "sun" | "wave";
  colour: "blue" | "gold" | "green" | "rose" | "rust" | "slate" | "teal" | "violet";
  /** The id of your public page: for links, good for nothing else. */
  page: string;
}

/** The code that another device of yours showed. */
export interface UseCode {
  code: string;
  /** Whether the guest that this device is now may be given up: whoever has no other device cannot get it back. */
  replace?: boolean;
}

/** End a player's cookies on all devices. */
export interface LogOut {
  /** This device forgets who it was, too; else it gets a new cookie. */
  here?: boolean;
}

/** A table to open. */
export interface OpenTable {
  game: string;
  seats?: number | null;
  options?: Record<string, string>;
  /** If it is not said, the game's usual one, which runs where two or more people play. */
  clock?: "fast" | "normal" | "off" | "relaxed" | null;
  public?: boolean;
  /** Draw the seats, and so the teams, when the game starts; if it is not said, they are where teams are fixed. */
  draw_seats?: boolean | null;
  /** How quickly bots act: the server's own pace is the usual one. */
  pace?: "quick" | "slow" | "usual";
}

/** A table to play at once, against bots. */
export interface PlayNow {
  game: string;
  seats?: number | null;
  options?: Record<string, string>;
  clock?: "fast" | "normal" | "off" | "relaxed";
  level?: "easy" | "expert" | "hard" | "instinct" | "normal";
  nonce?: string;
  pace?: "quick" | "slow" | "usual";
}

/** A place in a finished game from which to play on against bots. */
export interface PlayOn {
  /** The last entry that is played as it was: the number of a move of the replay. */
  number: number;
  seat: number;
  level?: "easy" | "expert" | "hard" | "instinct" | "normal";
  pace?: "quick" | "slow" | "usual";
}

/** The id of a table; its link is /t/ID, its socket /ws/tables/ID. */
export interface Opened {
  id: string;
}

/** Every answer that says why not. */
export interface Problem {
  code: string;
  values: Record<string, string | number>;
  sentence: string;
}

/** A finished game: the first picture, and for every entry what was told then and which parts changed. */
export interface Replay {
  table: string;
  seat: number | null;
  begin: Picture;
  moves: Move[];
}

/** An entry of a finished game, as its viewer was told it, and why a bot acted so. */
export interface Move {
  type: "update";
  number: number;
  told: Told[];
  picture: Partial<Picture>;
  /** Fields of `picture.view`; those that are given replace the earlier ones. */
  view?: View;
  reason?: Reason | null;
}

/** Why a bot did what it did: kept to itself until the game is over. */
export interface Reason {
  seat: number;
  sentence: string;
}

/** What can be played, and how. */
export interface Games {
  games: GameFace[];
  /** The seconds of a turn. */
  clocks: Record<string, number | null>;
  /** How well bots can play at least one of the games. */
  levels: ("easy" | "expert" | "hard" | "instinct" | "normal")[];
  /** The bots' characters, and at which level each of them plays. */
  cast: CastMember[];
  signs: string[];
  /** What a person's face can be made of. */
  colours: string[];
  /** After so many milliseconds of absence the others can let a bot stand in for a player. */
  away_ms: number;
  reactions: string[];
  /** Which games are rated. */
  rated: RatedGames;
}

/** What a client needs to show a game that it has never heard of. Its sentences are in its words. */
export interface GameFace {
  name: string;
  title: string;
  summary: string;
  /** The version of the rules. */
  rules: number;
  /** The version of the words, in their address. */
  words: string;
  seats: number[];
  usual_seats: number;
  /** The clock of a table where two or more people play, if nobody chooses one. */
  usual_clock: string;
  options: Record<string, OptionFace>;
  /** The entry of the view with the cards that a seat holds; its count has `_size` after it. Empty: none. */
  hand: string;
  /** The entry with the points of each seat. */
  score: string;
  /** The entry with the seats as they sit; empty: by their numbers. */
  clockwise: string;
  /** A rank that stands above the ace. */
  highest: string;
  sort: "rank" | "suit";
  /** A few cards that show what the game is about. */
  emblem: string[];
  shown: ShownField[];
  /** Who wins and loses together from the first card to the last; empty: nobody. */
  teams: number[][];
  /** The codes of its phases, which have words. */
  phases: string[];
  /** The events that put cards on the table. */
  plays: string[];
  /** The event with which a round begins. */
  round: string;
  /** By event: what each of its values stands for. */
  events: Record<string, Record<string, "action" | "card" | "cards" | "number" | "option" | "seat" | "seats" | "suit" | "word" | "yes">>;
  /** By the code of a refusal: the number of the rule behind it. */
  refusals: Record<string, string>;
  /** The numbers of its lessons. */
  lessons: number[];
  /** How well bots can play it. */
  levels: ("easy" | "expert" | "hard" | "instinct" | "normal")[];
}

/** A table option: one of some words, or a number in a range. */
export interface OptionFace {
  default: string;
  /** All that it can be, the default first; empty for a number. */
  words: string[];
  low: number;
  /** The range of a number. */
  high: number;
  /** The numbers of players at which it may differ from its default; empty: all. */
  seats: number[];
}

/** An entry of the view that people look at; its label is the word `field.NAME`. */
export interface ShownField {
  name: string;
  /** On the felt, before a seat, or at the side. */
  place: "middle" | "seat" | "side";
  kind: "action" | "card" | "cards" | "number" | "option" | "seat" | "seats" | "suit" | "word" | "yes";
  /** One value a seat, in a list. */
  seated: boolean;
  /** Of a word: what its numbers stand for. */
  words: string[];
  /** Cards are counted in sets of so many, and shown as a number, if it is above 1. */
  unit: number;
  /** For cards by seat: the entry that holds the seat whose cards are the best. */
  best: string;
}

/** A character that bots play as. */
export interface CastMember {
  id: string;
  name: string;
  level: "easy" | "expert" | "hard" | "instinct" | "normal";
}

/** Which games are rated: those that say something, and that one person alone cannot make up. */
export interface RatedGames {
  /** Also games between people who came from the same address. */
  same_address: boolean;
  /** Everybody must have come at least so long before the first move. */
  age_ms: number;
  /** So many moves a seat, at the least. */
  moves: number;
  /** Rated games of the same two people. */
  games_a_day: number;
  /** Rated games of a person with bots of one level. */
  bot_games_a_day: number;
}

/** A player's public page. A bot's has a level, and no face of its own: its characters have. */
export interface Profile {
  page: string;
  name: string;
  /** The level of a bot; empty for a person. */
  bot: string;
  sign: "boat" | "cup" | "fish" | "initial" | "key" | "kite" | "leaf" | "moon" | "mountain" | "star" | "sun" | "wave";
  colour: "blue" | "gold" | "green" | "rose" | "rust" | "slate" | "teal" | "violet";
  /** When the player first came, in milliseconds since 1970; 0 for a bot. */
  since: number;
  games: GameProfile[];
}

/** Somebody's games of one kind. */
export interface GameProfile {
  game: string;
  games: number;
  wins: number;
  rating: Rating | null;
  by_seats: SeatStatistics[];
}

/** How well somebody plays a game: most likely within `deviation` of `rating`. */
export interface Rating {
  rating: number;
  deviation: number;
  /** Rated games. */
  games: number;
}

/** What somebody's games with one number of seats come to. */
export interface SeatStatistics {
  seats: number;
  games: number;
  wins: number;
  mean_place: number;
  mean_points: number;
  most_points: number;
}

/** A finished game of a player. */
export interface PlayedGame {
  /** Its replay is at /replay/TABLE. */
  table: string;
  game: string;
  ended: number;
  seat: number;
  score: number;
  place: number;
  won: boolean;
  /** By how much the rating rose or fell; null if it was not rated. */
  change: number | null;
  seats: PlayedSeat[];
}

/** Somebody in a finished game. */
export interface PlayedSeat {
  name: string;
  page: string;
  /** The level of a bot; empty for a person. */
  bot: string;
  /** A bot's, of the cast. */
  character: string;
  sign: "boat" | "cup" | "fish" | "initial" | "key" | "kite" | "leaf" | "moon" | "mountain" | "star" | "sun" | "wave";
  colour: "blue" | "gold" | "green" | "rose" | "rust" | "slate" | "teal" | "violet";
  score: number;
  place: number;
  won: boolean;
}

/** A rating after a game. */
export interface RatingPoint {
  ended: number;
  table: string;
  rating: number;
  deviation: number;
}

/** A lesson as a list of lessons has it. */
export interface LessonTitle {
  number: number;
  title: string;
  summary: string;
  /** How many steps it has. */
  steps: number;
}

/** A whole lesson, as its learner sees it. */
export interface LessonPage {
  game: string;
  number: number;
  title: string;
  summary: string;
  language: string;
  begin: Picture;
  steps: LessonStep[];
  /** After so many wrong answers the way is offered. */
  misses: number;
  /** The number of the next lesson of the game. */
  next: number | null;
}

/** One step: what is said, the cards it speaks of, what the others do before and after, and the task. */
export interface LessonStep {
  title: string;
  text: string;
  lit: string[];
  before: Update[];
  /** What is to be done; empty where there is only something to read. */
  task: string;
  /** The right answer, move by move. */
  own: LessonMove[];
  /** What is said to it. */
  right: string;
  after: Update[];
  practice: Practice | null;
}

/** A move of the learner's own: the action that is right, and what comes of it. */
export interface LessonMove {
  action: string;
  update: Update;
}

/** A short game to play at the end, as `/api/play-now` takes it. */
export interface Practice {
  seats: number;
  level: "easy" | "expert" | "hard" | "instinct" | "normal";
  options: Record<string, string>;
}

/** What is said to an answer, and the number of the rule behind a refusal, or empty. */
export interface Verdict {
  right: boolean;
  sentence: string;
  rule: string;
}

/** The short version of a game: its goal and a turn in a few sentences, and examples. Empty where there is none. */
export interface PrimerPage {
  title: string;
  text: string;
  examples: DrawnExample[];
}

/** A drawn example, and what it shows. */
export interface DrawnExample {
  items: DrawnItem[];
  text: string;
}

/** A part of an example: cards that lie over one another, or a word between cards. */
export interface DrawnItem {
  cards: DrawnCard[];
  word: string;
}

/** A card of an example. */
export interface DrawnCard {
  /** `--` for one that cannot be seen. */
  card: string;
  /** `+` allowed, `-` not allowed, `*` the best, or a word below it. */
  mark: string;
}

export type FromPlayer = Hello | Sit | Leave | Swap | SeatBot | RemoveBot | SetOptions | Start | Act | ComeBack | Resign | StandIn | Stop | React | Rematch;

export type ToPlayer = Welcome | Update | Presence | Fresh | Ack | RefusedMessage | Reacted | TakenOver | Bye;

export type ToLobby = LobbyNow | LobbyTable | LobbyGone | OwnGames | OwnGameNow | OwnGameGone | Bye;

export type RefusalCode = "no_clock" | "no_setting" | "seated_already" | "bad_name" | "bad_nonce" | "seat_taken" | "seat_kept" | "all_seats_taken" | "no_seat" | "not_seated" | "no_level" | "no_bot_there" | "somebody_there" | "only_opener" | "free_seats" | "begun_already" | "not_begun" | "over" | "bad_id" | "bad_steps" | "bad_action" | "one_action" | "moved_on" | "bot_not_asked" | "nobody_away" | "still_here" | "nothing_to_play" | "rematch_later" | "transcript_later" | "after_the_game" | "others_quicker" | "busy" | "unsaved" | "unavailable" | "only_watching" | "no_name" | "unseen_name" | "bot_name" | "long_name" | "bad_code" | "other_guest" | "logged_out" | "hello_first" | "silence" | "no_player" | "no_table" | "unknown_rules" | "no_lesson" | "bad_lesson" | "no_game" | "bad_message" | "bad_request" | "http" | "no_http" | "long_headers" | "no_handshake" | "no_socket" | "no_page" | "other_site" | "restarting" | "safe_restart" | "loaded_anew" | "elsewhere" | "broken" | "many_commands" | "many_messages" | "many_bad_messages" | "many_requests" | "many_connections" | "many_unanswered" | "many_guests" | "many_tables" | "many_tables_here" | "many_stories" | "many_names" | "many_reactions" | "many_hellos" | "no_link" | "only_a_server" | "no_answer" | "odd_answer" | "late_answer" | "unreachable" | "no_table_yet" | "not_your_move" | "no_hints" | "no_file";

export const CLOSE_CODES: Record<number, string> = { 4001: "the same player opened this table elsewhere", 4400: "too many messages that cannot be read", 4401: "the player logged out everywhere", 4404: "there is no such table", 4408: "no hello came in time", 4429: "too many messages or connections", 4013: "the client reads too slowly", 1012: "the server is restarting" };

/** The most characters of a name. */
export const LONGEST_NAME = 24;

/** The levels that have learned, and who plays instead where nothing was trained. */
export const INSTEAD: Partial<Record<Games["levels"][number], Games["levels"][number]>> = { instinct: "normal", expert: "hard" };

export const SIGNS = ["initial", "sun", "moon", "leaf", "wave", "mountain", "kite", "boat", "cup", "key", "fish", "star"] as const;

export const COLOURS = ["green", "blue", "rose", "gold", "violet", "rust", "teal", "slate"] as const;

export const REACTIONS = ["hello", "good_luck", "well_played", "thanks", "wow", "oops", "thinking", "sorry", "good_game"] as const;
