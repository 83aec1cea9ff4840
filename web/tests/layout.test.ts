import { describe, expect, it } from "vitest";
import { around, arrange, clockwise, fanned, handRows, handStep, HIGH, kindOf, overlapped, spots } from "../src/lib/layout";

const SIZES: [number, number, string][] = [
  [390, 844, "P"], [320, 568, "P"], [844, 390, "L"], [720, 450, "L"], [820, 1180, "T"], [960, 600, "T"], [1024, 768, "D"], [1440, 900, "D"], [2560, 1440, "D"],
];

describe("the sizes of a table", () => {
  for (const [width, height, kind] of SIZES) {
    it(`${width} × ${height} is ${kind}, and leaves room for the stage`, () => {
      expect(kindOf(width, height)).toBe(kind);
      const size = arrange(width, height);
      const hand = handRows(9, width - 2 * size.margin - (kind === "L" ? size.buttons : size.rail + size.record), size.card, size.target, height * 0.29);
      const taken = size.head + size.seats + size.word + (kind === "D" || kind === "L" ? 0 : size.buttons) + hand.high + size.lift + 5 * size.gap + size.margin;
      expect(height - taken).toBeGreaterThan(90);
    });
  }
});

describe("a table below a lesson", () => {
  it("is that of an upright phone, however low it is, and leaves a stage beside a hand of thirteen", () => {
    expect([kindOf(308, 300), kindOf(348, 340), kindOf(568, 320)]).toEqual(["P", "P", "L"]);
    const size = arrange(308, 370);
    const hand = handRows(13, 296, size.card, size.target, 370 * 0.36);
    expect(370 - size.seats - size.word - size.buttons - hand.high - size.lift - 4 * size.gap - size.margin).toBeGreaterThan(45);
  });
});

describe("seats around the table", () => {
  it("go clockwise from one's own", () => {
    expect(clockwise([0, 1, 2, 3], 2)).toEqual([2, 3, 0, 1]);
    expect(clockwise([0, 2, 4, 1, 3, 5], 4)).toEqual([4, 1, 3, 5, 0, 2]);
  });
  for (const others of [1, 2, 3, 4, 5]) {
    it(`${others} others stand apart, the next one on the left`, () => {
      const all = around(others);
      expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(others);
      if (others > 1) expect([all[0]!.x, all.at(-1)!.x]).toEqual([0, 1]);
    });
  }
});

describe("the cards of a trick", () => {
  for (const seats of [2, 3, 4, 5, 6]) {
    for (const [width, height, flat] of [[370, 355, false], [500, 430, false], [300, 135, true], [820, 148, true]] as const) {
      it(`${seats} of them lie inside ${width} × ${height}, none on another`, () => {
        const { wide, at } = spots(seats, width, height, flat);
        const high = wide * HIGH;
        for (const { x, y } of at) {
          expect(Math.abs(x) + wide / 2).toBeLessThanOrEqual(width / 2 + 1);
          expect(Math.abs(y) + high / 2).toBeLessThanOrEqual(height / 2 + 1);
        }
        for (const [k, one] of at.entries())
          for (const other of at.slice(k + 1)) expect(Math.abs(one.x - other.x) >= wide || Math.abs(one.y - other.y) >= high).toBe(true);
      });
    }
  }
  it("several that lie together fit", () => {
    for (const cards of [1, 3, 6, 12]) {
      const { wide, step } = overlapped(cards, 340, 240);
      expect(wide + step * (cards - 1)).toBeLessThanOrEqual(340.01);
      expect(wide * HIGH).toBeLessThanOrEqual(240.01);
    }
  });
});

describe("a hand", () => {
  for (const [width, widest, target, most] of [[370, 104, 44, 230], [308, 70, 44, 165], [626, 81, 44, 140], [788, 150, 44, 300], [855, 139, 40, 240]] as const) {
    for (const cards of [1, 5, 9, 13]) {
      it(`of ${cards} cards in ${width} pixels can be hit card by card`, () => {
        const { wide, rows, down } = handRows(cards, width, widest, target, most);
        const each = Math.ceil(cards / rows);
        if (each > 1) expect(handStep(each, width, wide)).toBeGreaterThanOrEqual(target - 1);
        if (rows > 1) expect(down).toBeGreaterThanOrEqual(target);
        expect(wide).toBeGreaterThanOrEqual(46);
      });
    }
  }
  it("is straight in the middle and turned outwards at both ends", () => {
    expect(fanned(0, 5).turn).toBe(-fanned(4, 5).turn);
    expect(fanned(2, 5)).toEqual({ turn: 0, sink: 0 });
  });
});
