import { read } from "../../lib/picture";
import type { Event, View } from "../../protocol";

/** Who sits opposite. */
export function partnerOf(view: View, seat: number): number | null {
  const order = read.list<number | null>(view, "order").filter((one): one is number => one !== null);
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
    .map((event) => ({
      seat: event["seat"] as number,
      place: event["place"] as number,
      points: event["points"] as number,
      total: event["total"] as number,
    }))
    .sort((one, other) => one.place - other.place);
  if (!scores.length) return null;
  const teams = events.filter((event) => event.event === "teamed").map((event): [number, number] => [event["seat"] as number, event["other"] as number]);
  return { scores, teams };
}
