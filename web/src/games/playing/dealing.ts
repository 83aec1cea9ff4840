/** How events move over the felt. */
import type { Place } from "../../lib/layout";
import type { Event } from "../../protocol";
import { type Flight, MIDDLE, SELF } from "./Flights.svelte";

export type PlaceOf = (seat: number) => Place | null;

const seatOf = (event: Event, name = "seat"): number => event[name] as number;

/** Some card backs from the middle to everybody who is dealt a hand. */
export function dealFlights(events: readonly Event[], placeOf: PlaceOf): Flight[] {
  return events
    .filter((event) => event.event === "dealt")
    .flatMap((event, k) => [0, 1].map((round) => ({ from: MIDDLE, to: placeOf(seatOf(event)) ?? SELF, delay: round * 220 + k * 50 })));
}

/** Whole hands, or one card, that change hands between two seats. */
export function swapFlights(events: readonly Event[], placeOf: PlaceOf): Flight[] {
  return events.flatMap((event) => {
    if (event.event !== "swapped" && event.event !== "received") return [];
    const way = { from: placeOf(seatOf(event, "other")) ?? SELF, to: placeOf(seatOf(event)) ?? SELF };
    return event.event === "swapped" ? [0, 60, 120].map((delay) => ({ ...way, delay })) : [way];
  });
}

/** A card that one player gives to another, that is taken from the middle, or put there. */
export function handedFlights(events: readonly Event[], placeOf: PlaceOf): Flight[] {
  return events.flatMap((event) => {
    const [seat, card] = [placeOf(seatOf(event)) ?? SELF, event["card"] as string];
    if (event.event === "gave") return [{ from: seat, to: placeOf(seatOf(event, "other")) ?? SELF, card }];
    if (event.event === "took") return [{ from: MIDDLE, to: seat, card }];
    return event.event === "discarded" ? [{ from: seat, to: MIDDLE, card, delay: 200 }] : [];
  });
}

/** Cards that are drawn from a pile. */
export function drawFlights(events: readonly Event[], placeOf: PlaceOf, pile: Place): Flight[] {
  return events.filter((event) => event.event === "drew").map((event) => ({ from: pile, to: placeOf(seatOf(event)) ?? SELF }));
}
