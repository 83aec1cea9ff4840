/** The points of a finished game, round by round, from its replay. */
import { lookOf } from "../games/looks";
import type { Picture, View } from "../protocol";
import { type Changes, read, updated } from "./picture";

interface Count {
  /** The events with which one row ends and the next begins. */
  marks: string[];
  total: (view: View, seat: number) => number;
}

const inTeams: Count = { marks: ["scored"], total: (view, seat) => (read.list<string[]>(view, "won")[seat % 2]?.length ?? 0) / 6 };
const tricks: Count = { marks: ["trick_won"], total: (view, seat) => read.list<number>(view, "points")[seat] ?? 0 };
const match: Count = { marks: ["game_began"], total: (view, seat) => read.list<number>(view, "won")[seat] ?? 0 };

function countOf(game: string, view: View): Count {
  if (game === "half_suit") return inTeams;
  if (game === "top_suit") return read.number(view, "best_of") > 1 ? match : tricks;
  return { marks: ["round_began", "deal_began"], total: (shown, seat) => Number(lookOf(game).score(shown, seat)) };
}

/** What each seat gained or lost, one row a round. */
export function rounds(begin: Picture, moves: readonly Changes[]): number[][] {
  const rows: number[][] = [];
  let [picture, before]: [Picture, number[] | null] = [begin, null];
  for (const move of moves) {
    picture = updated(picture, move);
    if (!picture.view) continue;
    const { marks, total } = countOf(picture.game, picture.view);
    const now = picture.seats.map((_, seat) => total(picture.view!, seat));
    const marked = move.told.some((told) => told.events.some((event) => marks.includes(event.event)));
    if (before && (marked || picture.result)) rows.push(now.map((points, seat) => points - before![seat]!));
    if (!before || marked) before = now;
    if (picture.result) break;
  }
  return rows;
}
