/** What the record of Spar tells again: the rounds, and the tricks of this deal. */
import type { Event } from "./declared";

export interface Won {
  seat: number;
  points: number;
}

/** Who won each round, and how much. */
export function roundsSoFar(events: readonly Event[]): Won[] {
  return events.filter((event) => event.event === "round_won").map(({ seat, points }) => ({ seat, points }));
}

/**
 * Who had control after each whole trick of this deal, and what was accumulated then, if it was held. Where no deal is
 * told, as in a lesson, all play.
 */
export function dealSoFar(events: readonly Event[], all: number): Won[] {
  const begun = events.findLastIndex((event) => event.event === "round_began");
  const tricks: Won[] = [];
  const told = events.slice(Math.max(begun, 0));
  const seats = told.filter((event) => event.event === "dealt").length || all;
  let plays = 0;
  for (const event of told) {
    if (event.event === "played" && plays++ % seats === 0) tricks.push({ seat: event.seat, points: 0 });
    else if (event.event === "took_control" && tricks.length) tricks[tricks.length - 1] = { seat: event.seat, points: 0 };
    else if (event.event === "held" && tricks.length) tricks[tricks.length - 1] = { seat: event.seat, points: event.points };
  }
  return plays % seats ? tricks.slice(0, -1) : tricks;
}
