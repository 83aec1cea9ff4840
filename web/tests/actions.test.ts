import { describe, expect, it } from "vitest";
import { isFromHand, matching, onTap, parseAction, playable, steps } from "../src/lib/actions";

describe("taking an action apart", () => {
  it.each([
    ["Kd", "", ["Kd"], null],
    ["play 3s 4h 5c", "play", ["3s", "4h", "5c"], null],
    ["play Kc Kd top Kd", "play", ["Kc", "Kd"], "Kd"],
    ["take discard 5h", "take discard", ["5h"], null],
    ["claim eights for-other-team", "claim eights for-other-team", [], null],
    ["declare s show Qs Ks", "declare s show", ["Qs", "Ks"], null],
  ])("%s", (text, verb, cards, top) => {
    expect(parseAction(text)).toEqual({ text, verb, cards, top });
  });
});

describe("acting with the hand", () => {
  const hand = ["3s", "4h", "5c", "5d"];
  const legal = ["play 3s", "play 5c 5d", "play 5c", "play 5d", "play 3s 4h 5c", "skip"].map(parseAction);
  const fromHand = legal.filter((action) => isFromHand(action, hand));

  it("only actions with own cards are from the hand", () => {
    expect(fromHand).toHaveLength(5);
    expect(isFromHand(parseAction("ask 3 5h"), ["5h"])).toBe(false);
  });
  it("narrows what is playable to what goes with the selection", () => {
    expect([...playable(fromHand, [])].sort()).toEqual(["3s", "4h", "5c", "5d"]);
    expect([...playable(fromHand, ["4h"])].sort()).toEqual(["3s", "4h", "5c"]);
  });
  it("finds the actions of a selection, in whatever order it was made", () => {
    expect(matching(fromHand, ["5c", "4h", "3s"]).map((one) => one.text)).toEqual(["play 3s 4h 5c"]);
    expect(matching(fromHand, [])).toEqual([]);
  });
  it("offers one action for each choice of the top card", () => {
    const pair = ["play Kc Kd top Kc", "play Kc Kd top Kd"].map(parseAction);
    expect(matching(pair, ["Kd", "Kc"])).toHaveLength(2);
  });
  it("a tap plays a card at once only if it can mean nothing else", () => {
    expect(onTap(["Kd", "Qd"].map(parseAction), "Kd")?.text).toBe("Kd");
    expect(onTap(fromHand, "5c")).toBeNull();
    expect(onTap([parseAction("take discard 5h")], "5h")).toBeNull();
    expect(onTap([parseAction("trade 5h")], "5h")).toBeNull();
  });
});

describe("saying an action word by word", () => {
  it("first the verb, then whom, then what", () => {
    const [ask, claim] = steps(["ask 1 5h", "ask 1 6h", "ask 3 5h", "claim low-hearts", "claim low-hearts for-other-team"]);
    expect(ask?.next.map((one) => [one.word, one.kind, one.next.length])).toEqual([["1", "seat", 2], ["3", "seat", 1]]);
    expect(ask?.next[0]?.next[1]).toMatchObject({ word: "6h", kind: "card", action: "ask 1 6h" });
    expect(claim?.next[0]).toMatchObject({ word: "low-hearts", kind: "word", action: "claim low-hearts" });
    expect(claim?.next[0]?.next[0]?.action).toBe("claim low-hearts for-other-team");
  });
  it("who holds a card: the card first, then the seat", () => {
    const [holds] = steps(["2h with 0", "2h with 2"]);
    expect(holds?.word).toBe("with");
    expect(holds?.next[0]?.next.map((one) => one.action)).toEqual(["2h with 0", "2h with 2"]);
  });
  it("a suit is a suit only where one is declared", () => {
    expect(steps(["declare s"])[0]?.next[0]?.kind).toBe("suit");
  });
});
