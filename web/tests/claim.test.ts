import { describe, expect, it } from "vitest";
import { declarationOf, doable, lastSettlement, makesOf, opensDeclarations, rowWith, showable, sumOf, tracks } from "../src/games/claim/logic";
import type { Event } from "../src/games/claim/declared";


describe("what can be done in CLAIM", () => {
  const legal = ["declare nothing", "declare s", "declare s show Qs", "declare s show Qs Ks", "declare h"];
  it("is a suit with the cards that are shown with it", () => {
    const { declarations, nothing } = doable(legal);
    expect(nothing).toBe(true);
    expect(showable(declarations, "s")).toEqual(["Qs", "Ks"]);
    expect(showable(declarations, "h")).toEqual([]);
    expect(declarationOf(declarations, "s", ["Ks", "Qs"])?.text).toBe("declare s show Qs Ks");
    expect(declarationOf(declarations, "s", ["Ks"])).toBeNull();
    expect(declarationOf(declarations, "h", [])?.text).toBe("declare h");
  });
  it("is to take, with or without a discard, to show, to pass, to call", () => {
    const can = doable(["take discard 5h", "take", "pass", "showdown", "show Ks"]);
    expect(can).toMatchObject({ take: true, discards: ["5h"], shows: ["Ks"], pass: true, showdown: true, hold: false, nothing: false });
  });
});

describe("the tracks", () => {
  it("show what is in sight of every suit", () => {
    const rows = tracks({ discards: ["2h"], bottom: ["3h"], certain: [["4h"], ["5h"]], floor: "6h" }, ["4h", "7h"], 0);
    const hearts = rows.find((row) => row.suit === "h")!;
    expect(hearts.cells.slice(0, 7).map((one) => one.cell)).toEqual(["gone", "gone", "mine", "seen", "floor", "mine", ""]);
    expect(hearts.cells[3]!.seat).toBe(1);
  });
});

describe("what the floor card would make of the hand", () => {
  const makes = (score: number, ...rows: [string, number][]) => ({ suit: "s", score, sequences: rows.map(([cards, points]) => ({ cards: cards.split(" "), points })) });
  const worth = { suits: [], undeclared: 0, taking: [{ discard: "", makes: makes(271, ["9s Ts Js Qs Ks", 275]) }, { discard: "4d", makes: makes(275, ["9s Ts Js Qs Ks", 275]) }] };
  it("goes by what is discarded for it", () => {
    expect(makesOf(worth, null)?.score).toBe(271);
    expect(makesOf(worth, "4d")?.score).toBe(275);
    expect(makesOf(worth, "9s")).toBeNull();
    expect(makesOf(undefined, null)).toBeNull();
  });
  it("has the row that the card stands in", () => {
    expect(rowWith("Js", worth.taking[0]!.makes)).toEqual({ count: 5, sum: 55 });
    expect(rowWith("2s", worth.taking[0]!.makes)).toBeNull();
  });
});

describe("the settlement", () => {
  const deal: Event[] = [
    { event: "deal_began", deal: 2, dealer: 0 }, { event: "declared", seat: 0, suit: "s" }, { event: "showdown_called", seat: 0 },
    { event: "revealed", seat: 0, cards: ["Qs", "Ks"] }, { event: "scored", seat: 0, points: 50 },
    { event: "revealed", seat: 1, cards: ["2h"] }, { event: "scored", seat: 1, points: -2 },
    { event: "paid", seat: 1, other: 0, points: 52 }, { event: "deal_began", deal: 3, dealer: 1 },
  ];
  it("is laid out from what was told", () => {
    expect(lastSettlement(deal)).toEqual({
      deal: 2,
      caller: 0,
      rows: [
        { seat: 0, suit: "s", cards: ["Qs", "Ks"], points: 50, change: 52 },
        { seat: 1, suit: null, cards: ["2h"], points: -2, change: -52 },
      ],
      payments: [{ from: 1, to: 0, points: 52 }],
    });
  });
  it("has no caller in a Reckoning, and is not there before one", () => {
    expect(lastSettlement([{ event: "reckoning_began" }])?.caller).toBeNull();
    expect(lastSettlement([{ event: "deal_began", deal: 1, dealer: 0 }])).toBeNull();
  });
});

describe("the opening of the sealed declarations", () => {
  it("is told by the last choice and what was chosen", () => {
    expect(opensDeclarations([{ event: "chose", seat: 1 }])).toBe(false);
    expect(opensDeclarations([{ event: "chose", seat: 1 }, { event: "declared", seat: 0, suit: "s" }])).toBe(true);
    expect(opensDeclarations([{ event: "chose", seat: 1 }, { event: "answered", seat: 0, called: false }])).toBe(false);
  });
});

describe("the worth of the own hand", () => {
  const suits = [{ suit: "s" as const, sequences: [{ cards: ["Ks", "As"], points: 54 }, { cards: ["2s", "3s"], points: 10 }], score: 55 }];
  it("is shown as a sum of its sequences less the other cards", () => {
    expect(sumOf(suits[0]!)).toEqual({ parts: [54, 10], off: 9, score: 55 });
  });
});
