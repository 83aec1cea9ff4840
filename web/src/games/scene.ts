/**
 * The seam between the pages and the games.
 *
 * A scene is a Svelte component that draws a running game and lets its player act. The page looks for
 * `games/<name>/Scene.svelte`, loaded only when that game is played; a game without one is played with
 * `GenericScene.svelte`, which can play any game from its legal actions and its face alone. A scene never decides what
 * is legal: it offers what is in `picture.legal`, and asks `why` about the rest. It takes the view and the events as its
 * game declares them (`declared.ts`), and says what is its own from the messages in its folder.
 */
import type { Component, Snippet } from "svelte";
import { ready } from "../i18n/index.svelte";
import { learnWords } from "../i18n/words";
import { learnFaces } from "../lib/faces.svelte";
import type { Kind } from "../lib/layout";
import type { Points } from "../lib/rounds";
import type { Dice } from "../lib/shuffle";
import type { Line } from "../lib/table.svelte";
import type { Answer } from "../net/table-socket";
import type { Event, Picture, View } from "../protocol";
import GenericScene from "./GenericScene.svelte";
import type { Pile } from "./shown";

/** What the page puts into the table of every game; a replay has none of it. */
export interface Tools {
  /** The way to everything else, first of all. */
  menu: Snippet<[kind: Kind]>;
  /** Record, rules and settings, at the end; `recorded` where the record stands beside the table. */
  more: Snippet<[kind: Kind, recorded: boolean, silent: boolean]>;
  /** A word to everybody. */
  say: Snippet<[silent: boolean]>;
  record: Snippet;
  /** What a seat says to everybody just now. */
  says: (seat: number) => string;
  /** Since when a seat's player is away, in milliseconds since 1970; null for one who is here. */
  away: (seat: number) => number | null;
  /** Lets a bot stand in for one who has been away for long; null where that cannot be. */
  standIn: (seat: number) => (() => void) | null;
  /** What the player must know before anything else: a refusal, a press that waits, a move that the clock made. */
  notice: string;
  /** Where the rule behind the notice stands. */
  rule: { path: string; text: string } | null;
}

export interface SceneProps<GameView = View, GameEvent = Event> {
  /** The whole picture: seats, actors, deadlines, legal actions. */
  picture: Picture;
  /** `picture.view`, which is there once the game has begun. */
  view: GameView;
  /** Do an action, or the steps of one together; refusals are shown by the page. */
  act: (...actions: string[]) => Promise<Answer | void>;
  /** Let the server say why this cannot be done; it is shown as a note. */
  why: (action: string) => void;
  /** A trick that is over but still shown for a moment; empty otherwise. */
  lingering: Pile[];
  /** The trick before, when it is no longer on the table. */
  last: Pile[];
  /** The newest events, to be shown moving. The view is the truth; events only tell the story. */
  fresh: GameEvent[];
  /** The whole record up to what is shown, the newest last. */
  lines: Line<GameEvent>[];
  /** An action is on its way: do not offer another. */
  waiting: boolean;
  /** Only looking on: a replay or a spectator. */
  watching: boolean;
  /** A lesson: nothing is done by itself, and it speaks to its reader also while nothing is asked. */
  taught?: boolean;
  /** The milliseconds of a whole turn, for clock rings; null with the clock off. */
  time: number | null;
  /** Say whether the scene still tells how it ended: the result waits for that. */
  telling?: (busy: boolean) => void;
  tools?: Tools | undefined;
}

export type Scene = Component<SceneProps>;

/** What a game's folder knows of a finished game. */
export interface Review {
  /** The hands that the game must have begun with, as numbers of cards. */
  firstHands: (dice: Dice, seats: number, options: Record<string, string>) => number[][];
  /** How its points are counted by round, where its face does not say. */
  points?: (view: View) => Points;
}

const scenes = import.meta.glob<{ default: Scene }>("./*/Scene.svelte");
const reviews = import.meta.glob<Review>("./*/review.ts");

/** The scene of a game, when all that it says is there. */
export async function sceneOf(game: string): Promise<Scene> {
  const found = scenes[`./${game}/Scene.svelte`];
  const scene = found ? (await found()).default : GenericScene;
  await Promise.allSettled([learnFaces(), learnWords(game), ready()]);
  return scene;
}

/** What is known of a finished game; null for a game without a folder here. */
export async function reviewOf(game: string): Promise<Review | null> {
  return reviews[`./${game}/review.ts`]?.() ?? null;
}
