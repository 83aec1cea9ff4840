/** How events move over the felt. */
import type { Place } from "../../lib/layout";
import type { Event } from "../../protocol";
import { type Flight, MIDDLE, SELF } from "./Flights.svelte";

export type PlaceOf = (seat: number) => Place | null;

/** Some card backs from the middle to everybody who is dealt a hand. */
export function dealFlights(events: readonly Event[], placeOf: PlaceOf): Flight[] {
  return events
    .filter((event) => event.event === "dealt")
    .flatMap((event, k) => [0, 1].map((round) => ({ from: MIDDLE, to: placeOf(Number(event["seat"])) ?? SELF, delay: round * 220 + k * 50 })));
}
