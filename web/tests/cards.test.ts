import { afterAll, describe, expect, it } from "vitest";
import { speak } from "../src/i18n/index.svelte";
import { byHalfSuit, cardsOf, halfSuitOf } from "../src/games/half_suit/half-suits";
import { lowestFirst, pretty, sameCards, sorted } from "../src/lib/cards";

describe("sorting a hand", () => {
  const hand = ["Td", "2s", "Xr", "8h", "As", "3d"];

  it("by suit, the colours alternating and jokers last", () => {
    expect(sorted(hand, "suit")).toEqual(["2s", "As", "8h", "3d", "Td", "Xr"]);
  });
  it("by rank", () => {
    expect(sorted(hand, "rank")).toEqual(["2s", "3d", "8h", "Td", "As", "Xr"]);
  });
  it("by rank where the 2 is above the ace", () => {
    expect(sorted(hand, "rank", "2")).toEqual(["3d", "8h", "Td", "As", "2s", "Xr"]);
  });
  it("by half suit, eights and jokers together at the end", () => {
    expect(byHalfSuit(hand)).toEqual(["2s", "As", "3d", "Td", "8h", "Xr"]);
  });
});

describe("half suits", () => {
  it("have six cards each, which belong to them", () => {
    for (const name of ["low-hearts", "high-clubs", "eights"]) {
      expect(cardsOf(name)).toHaveLength(6);
      expect(cardsOf(name).every((card) => halfSuitOf(card) === name)).toBe(true);
    }
  });
});

it("cards are written as people like them, and listed as the notation wants them", () => {
  expect(pretty("Td")).toBe("10♦");
  expect(lowestFirst(["Jh", "9c", "9s", "Xb"])).toEqual(["9s", "9c", "Jh", "Xb"]);
  expect(sameCards(["As", "Kd"], ["Kd", "As"])).toBe(true);
  expect(sameCards(["As"], ["Kd"])).toBe(false);
});

describe("where French is read", () => {
  afterAll(() => speak("en"));
  it("court cards are valet, dame and roi", async () => {
    await speak("fr");
    expect(["Jh", "Qh", "Kh", "Ah", "Td"].map(pretty)).toEqual(["V♥", "D♥", "R♥", "A♥", "10♦"]);
  });
});
