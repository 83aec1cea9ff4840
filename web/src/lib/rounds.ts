/** The points of a finished game, round by round, from its replay. */
import type { Picture, View } from "../protocol";
import { faceOf, scoreOf } from "./faces.svelte";
import { type Changes, updated } from "./picture";

/** How points are counted: the event with which one row ends and the next begins, and the points of a seat so far. */
export interface Points {
  mark: string;
  total: (seat: number) => number;
}

/** The points of a game whose face says all about them. */
export function usualPoints(game: string): (view: View) => Points {
  const face = faceOf(game);
  return (view) => ({ mark: face.round, total: (seat) => scoreOf(face, view, seat) ?? 0 });
}

/** What each seat gained or lost, one row a round. */
export function rounds(begin: Picture, moves: readonly Changes[], points: (view: View) => Points): number[][] {
  const rows: number[][] = [];
  let [picture, before]: [Picture, number[] | null] = [begin, null];
  for (const move of moves) {
    picture = updated(picture, move);
    if (!picture.view) continue;
    const { mark, total } = points(picture.view);
    const now = picture.seats.map((_, seat) => total(seat));
    const marked = move.told.some((told) => told.events.some((event) => event.event === mark));
    if (before && (marked || picture.result)) rows.push(now.map((sum, seat) => sum - before![seat]!));
    if (!before || marked) before = now;
    if (picture.result) break;
  }
  return rows;
}
