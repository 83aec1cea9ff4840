import { beforeAll, describe, expect, it } from "vitest";
import { lingering } from "../src/lib/table.svelte";
import { follows, updated } from "../src/lib/picture";
import type { Picture, Told } from "../src/protocol";
import { felt, known } from "./faces";

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
  const played = { event: "played", seat: 1, card: "Kd" };
  beforeAll(() => known({ name: "spar", plays: ["played"], events: { played: { seat: "seat", card: "card" } }, shown: [felt("table", { kind: "card", best: "control" })] }));

  it("stays with the others for a moment when the table is cleared", () => {
    const piles = lingering(picture(3, { table: ["6d", null] }), picture(4, { table: [null, null] }), [told(4, played)]);
    expect(piles.map(({ seat, cards }) => [seat, cards])).toEqual([[0, ["6d"]], [1, ["Kd"]]]);
  });
  it("needs no staying while the trick goes on", () => {
    expect(lingering(picture(3, { table: ["6d", null] }), picture(4, { table: ["6d", "Kd"] }), [told(4, played)])).toEqual([]);
  });
});
