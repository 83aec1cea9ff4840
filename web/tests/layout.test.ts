import { describe, expect, it } from "vitest";
import { clockwise, fan, fanned, places, towards } from "../src/lib/layout";

describe("seats around the table", () => {
  it("go clockwise from one's own", () => {
    expect(clockwise([0, 1, 2, 3], 2)).toEqual([2, 3, 0, 1]);
    expect(clockwise([0, 2, 4, 1, 3, 5], 4)).toEqual([4, 1, 3, 5, 0, 2]);
  });

  for (const wide of [true, false]) {
    for (const seats of [2, 3, 4, 5, 6]) {
      it(`${seats} seats on a ${wide ? "wide" : "high"} felt stand apart, inside, the next one on the left`, () => {
        const all = places(seats, { wide });
        expect(all).toHaveLength(seats - 1);
        for (const { x, y } of all) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(100);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThan(75);
        }
        const xs = all.map((place) => place.x);
        if (seats > 4) expect(xs[0]).toBeLessThan(xs[1]!);
        if (seats > 2) expect(xs[0]).toBeLessThan(50);
        if (seats > 2) expect(xs.at(-1)).toBeGreaterThan(50);
      });
    }
  }

  it("what is played lies between its player and the middle", () => {
    const place = places(4, { wide: true })[0]!;
    const at = towards(place);
    expect(at.x).toBeGreaterThan(place.x);
    expect(at.x).toBeLessThan(50);
    expect(towards(null).y).toBeGreaterThan(54);
  });
});

describe("a fan of cards", () => {
  it("never leaves its width", () => {
    for (const cards of [1, 5, 13, 31]) expect(fan(cards, 340, 60).step * (cards - 1) + 60).toBeLessThanOrEqual(340.01);
  });
  it("says when it is squeezed", () => {
    expect(fan(5, 340, 60).squeezed).toBe(false);
    expect(fan(31, 340, 60).squeezed).toBe(true);
  });
  it("is straight in the middle and turned outwards at both ends", () => {
    expect(fanned(0, 5).turn).toBe(-fanned(4, 5).turn);
    expect(fanned(2, 5)).toEqual({ turn: 0, sink: 0 });
  });
});
