import { describe, expect, it } from "vitest";
import { lookOf } from "../src/games/looks";
import { lingering } from "../src/lib/table.svelte";
import { follows, updated } from "../src/lib/picture";
import type { Picture, Told } from "../src/protocol";

const picture = (number: number, view: object) => ({ number, game: "spar", view: { seats: 2, ...view }, legal: [] }) as unknown as Picture;
const told = (number: number, ...events: object[]): Told => ({ number, entry: "acted", events }) as Told;

describe("an update", () => {
  it("replaces the fields that are given and keeps the others", () => {
    const after = updated(picture(3, { turn: 0, round: 1 }), { number: 4, told: [], picture: { legal: ["Kd"] }, view: { turn: 1 } });
    expect(after).toMatchObject({ number: 4, game: "spar", legal: ["Kd"], view: { turn: 1, round: 1 } });
  });
  it("must follow on the picture", () => {
    const changes = (first: number) => ({ number: first, told: [told(first)], picture: {} });
    expect(follows(picture(3, {}), changes(4))).toBe(true);
    expect(follows(picture(3, {}), changes(5))).toBe(false);
  });
});

describe("the last card of a trick", () => {
  const played = { event: "played", sentence: "", seat: 1, card: "Kd" };

  it("stays with the others for a moment when the table is cleared", () => {
    const piles = lingering(picture(3, { table: ["6d", null] }), picture(4, { table: [null, null] }), [told(4, played)]);
    expect(piles.map(({ seat, cards }) => [seat, cards])).toEqual([[0, ["6d"]], [1, ["Kd"]]]);
  });
  it("needs no staying while the trick goes on", () => {
    expect(lingering(picture(3, { table: ["6d", null] }), picture(4, { table: ["6d", "Kd"] }), [told(4, played)])).toEqual([]);
  });
});

describe("looks", () => {
  it("ask for a reason in the game's own notation", () => {
    expect(lookOf("spar").attempt(["Kd"])).toBe("Kd");
    expect(lookOf("thirteam").attempt(["Jh", "9c"])).toBe("play 9c Jh");
    expect(lookOf("top_suit").attempt(["Kh", "Kc"])).toBe("play Kc Kh top Kc");
    expect(lookOf("half_suit").attempt(["Kh"])).toBeNull();
  });
  it("show a game that has none by the usual names", () => {
    expect(lookOf("sixth").score({ scores: [3, 4] }, 1)).toBe("4");
  });
});
