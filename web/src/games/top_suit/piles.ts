import { read } from "../../lib/picture";
import type { View } from "../../protocol";
import type { Pile } from "../looks";

/** The piles with the top card of the hand to beat really on top: the last one drawn. */
export function topLast(piles: readonly Pile[], top: string | null): Pile[] {
  return piles.map((pile) => (top && pile.cards.includes(top) ? { ...pile, cards: [...pile.cards.filter((card) => card !== top), top] } : pile));
}

/** The run to beat where several have built it; empty otherwise. */
export function sharedRun(view: View): string[] {
  const best = read.list<string>(view, "best");
  const holder = read.seat(view, "holder");
  const last = holder === null ? [] : (read.list<string[]>(view, "table")[holder] ?? []);
  return best.length > last.length ? best : [];
}
