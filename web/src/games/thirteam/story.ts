import { type Flight, SELF } from "../playing/Flights.svelte";
import type { PlaceOf } from "../playing/dealing";
import type { Event, View } from "./declared";

/** Who sits opposite. */
export function partnerOf(view: Pick<View, "order">, seat: number): number | null {
  const order = view.order.filter((one) => one !== null);
  const at = order.indexOf(seat);
  return at < 0 ? null : (order[(at + order.length / 2) % order.length] ?? null);
}

export interface RoundStory {
  scores: { seat: number; place: number; points: number; total: number }[];
  /** The pairs of the next round; empty where the players stay alone. */
  teams: [number, number][];
}

/** How a round ended, if the events tell of it. */
export function roundOf(events: readonly Event[]): RoundStory | null {
  const scores = events
    .filter((event) => event.event === "scored")
    .map(({ seat, place, points, total }) => ({ seat, place, points, total }))
    .sort((one, other) => one.place - other.place);
  if (!scores.length) return null;
  return { scores, teams: events.filter((event) => event.event === "teamed").map((event) => [event.seat, event.other]) };
}

/** Whole hands, or one card, that change hands between two seats. */
export function swapFlights(events: readonly Event[], placeOf: PlaceOf): Flight[] {
  return events.flatMap((event) => {
    if (event.event !== "swapped" && event.event !== "received") return [];
    const way = { from: placeOf(event.other) ?? SELF, to: placeOf(event.seat) ?? SELF };
    return event.event === "swapped" ? [0, 60, 120].map((delay) => ({ ...way, delay })) : [way];
  });
}

interface Played {
  seat: number;
  cards: string[];
  best?: boolean;
}

/** The tricks of the hand that is being played, and those of the hand before, with its winner. */
export function handSoFar(events: readonly Event[]): { now: Played[]; before: Played[]; winner: number | null } {
  const story: { now: Played[]; before: Played[]; winner: number | null } = { now: [], before: [], winner: null };
  for (const event of events) {
    if (event.event === "played") story.now.push({ seat: event.seat, cards: event.cards });
    else if (event.event === "hand_won" || event.event === "led") {
      if (story.now.length) story.before = story.now.map((one, k) => ({ ...one, best: k === story.now.length - 1 }));
      story.winner = event.event === "hand_won" ? event.seat : (story.before.at(-1)?.seat ?? null);
      story.now = [];
    } else if (event.event === "round_began") [story.now, story.before, story.winner] = [[], [], null];
  }
  return story;
}
