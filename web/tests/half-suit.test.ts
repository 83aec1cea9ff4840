import { beforeEach, describe, expect, it } from "vitest";
import { type Ask, board, bySeat, claimSteps, claimText, doable, filtered, holdersOf, known, moments, score, somethingOf } from "../src/games/half_suit/logic";
import { Marks } from "../src/games/half_suit/marks.svelte";
import type { Event } from "../src/games/half_suit/declared";
import { cardsOf } from "../src/games/half_suit/half-suits";

describe("what can be done in Half Suit", () => {
  it("is grouped by card and opponent", () => {
    const can = doable(["ask 1 5h", "ask 3 5h", "ask 1 8s", "claim low-hearts", "claim low-hearts for-other-team"]);
    expect([...can.asks.keys()]).toEqual(["5h", "8s"]);
    expect([...can.asks.get("5h")!]).toEqual([[1, "ask 1 5h"], [3, "ask 3 5h"]]);
    expect(can.claims).toEqual([{ halfSuit: "low-hearts", forOther: false }, { halfSuit: "low-hearts", forOther: true }]);
    expect(can.counter).toBe(false);
  });
  it("is a counter-claim, or the next card of a claim", () => {
    expect(doable(["counter"]).counter).toBe(true);
    expect(doable(["5h with 0", "5h with 2"]).holders).toEqual([0, 2]);
  });
});

describe("a claim", () => {
  const draft = { "8s": 0, "8c": 2, "8d": 4, "8h": 0, Xb: 2, Xr: 2 };
  it("is sent as its steps, the lowest card first", () => {
    expect(claimSteps(claimText({ halfSuit: "eights", forOther: true }), cardsOf("eights").toReversed(), draft)).toEqual([
      "claim eights for-other-team", "8s with 0", "8c with 2", "8d with 4", "8h with 0", "Xb with 2", "Xr with 2",
    ]);
    expect(claimSteps(null, ["Xr", "Xb"], draft)).toEqual(["Xb with 2", "Xr with 2"]);
  });
  it("is checked seat by seat", () => {
    expect(bySeat(cardsOf("eights"), draft).map((one) => [one.seat, one.cards.length])).toEqual([[0, 2], [2, 3], [4, 1]]);
  });
});

describe("the board", () => {
  const view = { won: [cardsOf("eights"), []], claimed: cardsOf("low-hearts"), taken: [["9s"], []], lacks: [[], ["9s", "Ts"]], some: [["9s", "Ts", "Js", "Qs", "Ks", "As"]] };
  it("shows the nine half suits with their state", () => {
    expect(board(view)).toHaveLength(9);
    expect(board(view).find((one) => one.name === "eights")!.wonBy).toBe(0);
    expect(board(view).filter((one) => one.claimed).map((one) => one.name)).toEqual(["low-hearts"]);
    expect(score(view)).toEqual([1, 0]);
  });
  it("shows what everybody knows", () => {
    expect(known(view, "9s")).toEqual({ holder: 0, lacks: [1] });
    expect(known(view, "Ts")).toEqual({ holder: null, lacks: [1] });
    expect(somethingOf(view, 0)).toEqual(["high-spades"]);
  });
});

describe("who can be named in a claim", () => {
  it("is everybody but those who are known to lack all its cards", () => {
    const view = { lacks: [["2h"], ["2h", "3h"], [], []] };
    expect(holdersOf(view, ["2h", "3h"], [0, 2, 1, 3])).toEqual([0, 2, 3]);
    expect(holdersOf(view, [], [0, 1])).toEqual([0, 1]);
  });
});

describe("the story", () => {
  const asked: Event[] = [
    { event: "asked", seat: 0, other: 1, card: "5h" }, { event: "gave", seat: 1, other: 0, card: "5h" },
    { event: "asked", seat: 0, other: 3, card: "6h" }, { event: "missed", seat: 3, card: "6h" },
  ];
  it("has every ask with its answer, filtered by card, half suit and player", () => {
    const asks = moments(asked) as Ask[];
    expect(asks.map((one) => [one.asker, one.other, one.card, one.hit])).toEqual([[0, 1, "5h", true], [0, 3, "6h", false]]);
    expect(filtered(asks, { card: "6h" })).toHaveLength(1);
    expect(filtered(asks, { halfSuit: "low-hearts", seat: 3 })).toHaveLength(1);
    expect(filtered(asks, { seat: 0 })).toHaveLength(2);
  });
  it("puts a claim together with its counter-claim and its outcome", () => {
    const said: Event[] = [{ event: "claimed", seat: 1, cards: ["8s", "8c"] }, { event: "placed", seat: 1, card: "8s", holder: 1 }, { event: "counter_due", cards: ["8s"], seats: [0, 2, 4] }];
    expect(moments(said).at(-1)).toMatchObject({ counterDue: true, said: { "8s": 1 }, scorers: [] });
    const rest: Event[] = [{ event: "nominated", seat: 2 }, { event: "placed", seat: 2, card: "8s", holder: 4 }, { event: "revealed", seat: 4, cards: ["8s"] }, { event: "scored", seats: [0, 2, 4], cards: [] }];
    const whole = moments([...asked, ...said, ...rest]);
    expect(whole).toHaveLength(3);
    expect(whole[2]).toMatchObject({ claimer: 1, counter: 2, said: { "8s": 4 }, held: { "8s": 4 }, scorers: [0, 2, 4] });
  });
});

describe("pencil marks", () => {
  beforeEach(() => localStorage.clear());
  it("go through their signs and are kept for the table", () => {
    const marks = new Marks("one");
    marks.turn("5h", 2);
    expect(marks.holder("5h")).toBe(2);
    marks.turn("5h", 2);
    expect([marks.sign("5h", 2), marks.holder("5h"), marks.marked("5h")]).toEqual(["no", null, true]);
    marks.write(3, "many spades");
    expect(new Marks("one").sign("5h", 2)).toBe("no");
    expect(new Marks("one").note(3)).toBe("many spades");
    expect(new Marks("two").marked("5h")).toBe(false);
  });
  it("come off again", () => {
    const marks = new Marks("one");
    for (let k = 0; k < 4; k += 1) marks.turn("5h", 2);
    expect(marks.marked("5h")).toBe(false);
  });
});
