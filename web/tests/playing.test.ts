import { describe, expect, it } from "vitest";
import { floorFlights } from "../src/games/claim/logic";
import { givenFlights } from "../src/games/half_suit/logic";
import type { Event } from "../src/games/thirteam/declared";
import { partnerOf, roundOf, swapFlights } from "../src/games/thirteam/story";
import { seenInWords, trayRows } from "../src/games/spar/tray";
import { attempt, drawFlights, sharedRun, topLast } from "../src/games/top_suit/piles";
import { dealFlights } from "../src/games/playing/dealing";
import { byPattern, kindOf, nextWay, patternName, patternWord } from "../src/games/playing/patterns";
import { containing, Picking } from "../src/games/playing/picking.svelte";
import { parseAction } from "../src/lib/actions";

const legal = ["play 5s", "play 5s 5h", "play 5c 5h", "play 5s 6d 7h", "play 6d", "skip"].map(parseAction).filter((one) => one.cards.length);
const hand = ["5s", "5c", "5h", "6d", "7h", "9c"];

function picking(actions = legal, mine = true): Picking {
  return new Picking(() => ({ hand, actions, mine }));
}

describe("patterns", () => {
  it("have names", () => {
    expect(patternName(["Kh"])).toBe("K♥");
    expect(patternName(["Xr"])).toBe("red joker");
    expect(patternName(["5s", "5h"])).toBe("Pair 5♠ 5♥");
    expect(patternName(["9s", "Th", "Jd", "Qd", "Kh"])).toBe("Run of 5 to K♥");
    expect(patternWord(["9s", "9d", "9h"])).toBe("Three of a kind");
    expect(kindOf(["2s", "2c", "2d", "2h"])).toBe("quad");
  });
  it("are grouped, and gone through one after the other", () => {
    const groups = byPattern(legal);
    expect(groups.map((one) => [one.word, one.actions.length])).toEqual([["Single card", 2], ["Pair", 2], ["Run of 3", 1]]);
    expect(nextWay(groups[1]!, ["5s"]).cards).toEqual(["5s", "5h"]);
    expect(nextWay(groups[1]!, ["5h", "5s"]).cards).toEqual(["5c", "5h"]);
    expect(nextWay(groups[1]!, ["5c", "5h"]).cards).toEqual(["5s", "5h"]);
  });
});

describe("picking", () => {
  it("knows the legal plays that contain what is selected", () => {
    const pick = picking();
    expect(pick.usable).toEqual(new Set(["5s", "5h", "5c", "6d", "7h"]));
    pick.toggle("5h");
    expect(pick.exact).toEqual([]);
    expect(pick.containing.map((one) => one.text)).toEqual(["play 5s 5h", "play 5c 5h", "play 5s 6d 7h"].filter((text) => text.includes("5h")));
    pick.toggle("5s");
    expect(pick.exact.map((one) => one.text)).toEqual(["play 5s 5h"]);
    pick.toggle("5h");
    expect(pick.selected).toEqual(["5s"]);
  });
  it("begins anew with a card that does not go with the only other one", () => {
    const pick = picking();
    pick.toggle("5c");
    expect(pick.instead("9c")).toBe(false);
    expect(pick.instead("6d")).toBe(true);
    expect(pick.selected).toEqual(["6d"]);
    pick.take(["5s", "5h"]);
    expect(pick.instead("6d")).toBe(false);
  });
  it("of single cards lets every one of them be taken instead", () => {
    const pick = picking(["trade 5s", "trade 9c"].map(parseAction));
    pick.toggle("5s");
    expect(pick.usable).toEqual(new Set(["5s", "9c"]));
    pick.toggle("9c");
    expect(pick.selected).toEqual(["9c"]);
  });
  it("forgets what leads to nothing any more", () => {
    let now = { hand, actions: legal, mine: true };
    const pick = new Picking(() => now);
    pick.toggle("6d");
    now = { ...now, actions: legal.filter((one) => !one.cards.includes("6d")) };
    expect(pick.selected).toEqual([]);
    now = { ...now, actions: legal, mine: false };
    expect(pick.selected).toEqual([]);
  });
  it("offers nothing while others act", () => {
    const pick = picking(legal, false);
    expect([pick.usable, pick.exact, pick.containing]).toEqual([null, [], []]);
    expect(containing(legal, ["9c"])).toEqual([]);
  });
});

describe("the story of a round", () => {
  it("has places, points and the next teams", () => {
    const events: Event[] = [
      { event: "scored", seat: 2, place: 2, points: -1, total: 4 },
      { event: "scored", seat: 0, place: 1, points: 2, total: 5 },
      { event: "teamed", seat: 0, other: 2 },
    ];
    expect(roundOf(events)).toEqual({
      scores: [
        { seat: 0, place: 1, points: 2, total: 5 },
        { seat: 2, place: 2, points: -1, total: 4 },
      ],
      teams: [[0, 2]],
    });
    expect(roundOf([{ event: "skipped", seat: 1 }])).toBeNull();
  });
  it("partners sit opposite in the order of play", () => {
    expect(partnerOf({ order: [4, 1, 2, 0, 5, 3] }, 4)).toBe(0);
    expect(partnerOf({ order: [4, 1, 2, 0, 5, 3] }, 3)).toBe(2);
  });
  it("moves over the felt", () => {
    const placeOf = (seat: number) => (seat === 0 ? null : { x: seat, y: seat });
    expect(dealFlights([{ event: "dealt", seat: 1 }, { event: "shuffled" }], placeOf)).toHaveLength(2);
    expect(swapFlights([{ event: "swapped", seat: 1, other: 0, cards: null }], placeOf)).toHaveLength(3);
    expect(givenFlights([{ event: "gave", seat: 1, other: 3, card: "5h" }], placeOf)[0]).toMatchObject({ from: { x: 1, y: 1 }, to: { x: 3, y: 3 }, card: "5h" });
    expect(floorFlights([{ event: "took", seat: 3, card: "5h" }, { event: "discarded", seat: 3, card: "2s" }], placeOf).map((one) => one.card)).toEqual(["5h", "2s"]);
    expect(swapFlights([{ event: "received", seat: 0, other: 3, card: null }], placeOf)[0]!.from).toEqual({ x: 3, y: 3 });
    expect(drawFlights([{ event: "drew", seat: 2, card: null }], placeOf, { x: 9, y: 9 })).toEqual([{ from: { x: 9, y: 9 }, to: { x: 2, y: 2 } }]);
  });
});

describe("the tray of Spar", () => {
  it("marks what was seen and what one holds", () => {
    const rows = trayRows(["6s", "Kh"], ["7s"]);
    expect(rows.map((row) => row.cells.length)).toEqual([8, 8, 8, 8]);
    expect(rows[0]!.cells.slice(0, 3)).toEqual([
      { card: "6s", seen: true, own: false },
      { card: "7s", seen: false, own: true },
      { card: "8s", seen: false, own: false },
    ]);
    expect(seenInWords(["6s", "Ts", "Kh"])).toBe("spades: 6 and 10; hearts: K");
    expect(seenInWords([])).toBe("no cards");
  });
});

describe("the piles of Top-Suit", () => {
  it("ask for a reason with the last card on top", () => {
    expect(attempt(["Kh", "Kc"])).toBe("play Kc Kh top Kc");
    expect(attempt(["Jh", "9c"])).toBe("play 9c Jh");
  });
  it("have the chosen card on top", () => {
    expect(topLast([{ seat: 0, cards: ["Kd", "Kh"] }, { seat: 1, cards: ["2s"] }], "Kd")).toEqual([
      { seat: 0, cards: ["Kh", "Kd"] },
      { seat: 1, cards: ["2s"] },
    ]);
  });
  it("show a run that several have built as one", () => {
    expect(sharedRun({ best: ["4c", "5c", "6c", "7c"], holder: 1, table: [["4c", "5c", "6c"], ["7c"], []] })).toEqual(["4c", "5c", "6c", "7c"]);
    expect(sharedRun({ best: ["4c", "5c", "6c"], holder: 0, table: [["4c", "5c", "6c"], [], []] })).toEqual([]);
    expect(sharedRun({ best: [], holder: null, table: [[], [], []] })).toEqual([]);
  });
});
