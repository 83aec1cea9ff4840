import { lowestFirst } from "../../lib/cards";
import type { Event, View } from "./declared";
import type { Place } from "../../lib/layout";
import type { PlaceOf } from "../playing/dealing";
import { type Flight, SELF } from "../playing/Flights.svelte";
import type { Pile } from "../shown";

/** The piles with the top card of the hand to beat really on top: the last one drawn. */
export function topLast(piles: readonly Pile[], top: string | null): Pile[] {
  return piles.map((pile) => (top && pile.cards.includes(top) ? { ...pile, cards: [...pile.cards.filter((card) => card !== top), top] } : pile));
}

/** The run to beat where several have built it; empty otherwise. */
export function sharedRun(view: Pick<View, "best" | "holder" | "table">): string[] {
  const best = view.best;
  const holder = view.holder;
  const last = holder === null ? [] : (view.table[holder] ?? []);
  return best.length > last.length ? best : [];
}

/** Cards that are drawn from a pile. */
export function drawFlights(events: readonly Event[], placeOf: PlaceOf, pile: Place): Flight[] {
  return events.filter((event) => event.event === "drew").map((event) => ({ from: pile, to: placeOf(event.seat) ?? SELF }));
}

/** The action that these cards would mean; the last that was picked lies on top of some of one rank. */
export function attempt(cards: string[]): string {
  const low = lowestFirst(cards);
  const alike = low.length > 1 && low.length < 4 && low.every((card) => card[0] === low[0]![0]);
  return `play ${low.join(" ")}${alike ? ` top ${cards.at(-1)}` : ""}`;
}
