/**
 * The seam between the table page and the games.
 *
 * A scene is a Svelte component that draws a running game and lets its player act. The page looks for
 * `games/<name>/Scene.svelte`, loaded only when that game is played; a game without one is played with
 * `GenericScene.svelte`, which can play any game from its legal actions alone. A scene never decides what is legal: it
 * offers what is in `picture.legal`, and asks `why` about the rest.
 */
import type { Component } from "svelte";
import type { Answer } from "../net/table-socket";
import type { Line } from "../lib/table.svelte";
import type { Event, Picture, View } from "../protocol";
import GenericScene from "./GenericScene.svelte";
import type { Pile } from "./looks";

export interface SceneProps {
  /** The whole picture: seats, actors, deadlines, legal actions. */
  picture: Picture;
  /** `picture.view`, which is there once the game has begun. */
  view: View;
  /** Do an action, or the steps of one together; refusals are shown by the page. */
  act: (...actions: string[]) => Promise<Answer | void>;
  /** Let the server say why this cannot be done; it is shown as a note. */
  why: (action: string) => void;
  /** A trick that is over but still shown for a moment; empty otherwise. */
  lingering: Pile[];
  /** The newest events, to be shown moving. The view is the truth; events only tell the story. */
  fresh: Event[];
  /** The whole record up to what is shown, the newest last. */
  lines: Line[];
  /** An action is on its way: do not offer another. */
  waiting: boolean;
  /** Only looking on: a replay or a spectator. */
  watching: boolean;
  /** The milliseconds of a whole turn, for clock rings; null with the clock off. */
  time: number | null;
  /** Say whether the scene still tells how it ended: the result waits for that. */
  telling?: (busy: boolean) => void;
}

export type Scene = Component<SceneProps>;

const scenes = import.meta.glob<{ default: Scene }>("./*/Scene.svelte");

/** The scene of a game. */
export async function sceneOf(game: string): Promise<Scene> {
  const found = scenes[`./${game}/Scene.svelte`];
  return found ? (await found()).default : GenericScene;
}
