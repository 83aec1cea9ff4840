import { describe, expect, it } from "vitest";
import { dealSoFar } from "../src/games/spar/story";
import type { Event } from "../src/games/spar/declared";

describe("the tricks of this deal", () => {
  const played = (seat: number): Event => ({ event: "played", seat, card: "9h" }) as Event;
  const trick = [played(1), played(2), played(0), { event: "took_control", seat: 0 } as Event];

  it("counts whole tricks by those who were dealt to", () => {
    const dealt = [0, 1].map((seat) => ({ event: "dealt", seat, cards: null }) as Event);
    expect(dealSoFar([...dealt, played(1), played(0), played(1)], 3)).toEqual([{ seat: 1, points: 0 }]);
  });

  it("counts them by all seats where no deal was told, as in a lesson", () => {
    expect(dealSoFar([played(1), played(2)], 3)).toEqual([]);
    expect(dealSoFar([...trick, played(0)], 3)).toEqual([{ seat: 0, points: 0 }]);
  });
});
