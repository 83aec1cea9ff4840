import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import GenericScene from "../src/games/GenericScene.svelte";
import type { Picture } from "../src/protocol";
import { felt, known } from "./faces";

const face = {
  name: "sixth",
  score: "scores",
  shown: [
    felt("table", { best: "leader" }),
    felt("leader", { place: "seat", kind: "seat", seated: false }),
    felt("bids", { place: "seat", kind: "number" }),
    felt("sealed", { place: "side", kind: "seats", seated: false }),
    felt("trump", { place: "side", kind: "suit", seated: false }),
    felt("stage", { place: "side", kind: "word", seated: false, words: ["bidding", "playing"] }),
    felt("left", { place: "side", kind: "number", seated: false }),
  ],
};
const words = { prompt: "Play something.", "prompt.bid": "Say how many.", "action.pass": "Pass on", "field.leader": "Leads", "field.bids": "Bid", "field.sealed": "Chosen", "field.trump": "Trumps", "field.stage": "Stage", "field.left": "Cards left" };

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("ResizeObserver", class { observe() {} unobserve() {} disconnect() {} });
  Element.prototype.getAnimations ??= () => [];
  await known(face, words);
  Element.prototype.animate ??= () => ({ cancel() {}, finished: Promise.resolve() }) as unknown as Animation;
});

afterEach(cleanup);

const seat = (name: string) => ({ name, bot: "", away: false, free: false, nonce: "", timeouts: 0 });
const view = { seats: 2, hands: [["5s", "5h", "9c"], null], hands_size: [3, 3], scores: [1, 2], table: [[], ["4s"]], leader: 1, bids: [0, 3], sealed: [0], trump: "h", stage: 1, left: 12 };

/** A game that the client has never heard of. */
function shown(legal: string[]) {
  const act = vi.fn(async () => ({ done: true as const, number: 5, table: "" }));
  const why = vi.fn();
  const picture = {
    table: "t", number: 4, status: "playing", game: "sixth", seat: 0, seats: [seat("Ada"), seat("Ben")], actors: legal.length ? [0] : [1],
    deadlines: [null, null], legal, view, result: null,
  } as unknown as Picture;
  const { container } = render(GenericScene, { picture, view, act, why, lingering: [], last: [], fresh: [], lines: [], waiting: false, watching: false, time: null });
  return { act, why, container };
}

describe("a game without a scene of its own", () => {
  it("is played from its legal actions: a card that is simply played, by a second tap", async () => {
    const { act } = shown(["play 9c", "play 5s", "play 5s 5h", "pass"]);
    expect(screen.getByRole("group", { name: /Ben.*3 cards.*score 2/ })).toBeTruthy();
    const card = screen.getByRole("button", { name: "9 of clubs, playable" });
    await fireEvent.click(card);
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(card);
    expect(act).toHaveBeenCalledExactlyOnceWith("play 9c");
  });
  it("lets cards be picked together, and offers what they make", async () => {
    const { act } = shown(["play 5s", "play 5s 5h", "pass"]);
    await fireEvent.click(screen.getByRole("button", { name: /5 of spades/ }));
    await fireEvent.click(screen.getByRole("button", { name: /5 of hearts/ }));
    await fireEvent.click(screen.getByRole("button", { name: /5♠ 5♥/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith("play 5s 5h");
  });
  it("asks why about the rest, and offers what needs no cards", async () => {
    const { act, why } = shown(["play 5s", "pass"]);
    await fireEvent.click(screen.getByRole("button", { name: "9 of clubs" }));
    expect(why).toHaveBeenCalledExactlyOnceWith("play 9c");
    await fireEvent.click(screen.getByRole("button", { name: /pass/i }));
    expect(act).toHaveBeenCalledExactlyOnceWith("pass");
  });
  it("shows its public fields where its face says, with its words", () => {
    const { container } = shown(["play 5s", "pass"]);
    expect(screen.getByRole("group", { name: "On the table: Ben" }).querySelectorAll(":scope > .card")).toHaveLength(1);
    expect([...container.querySelectorAll(".tag")].map((one) => one.textContent)).toEqual(["Leads", "Bid 3"]);
    expect([...container.querySelectorAll("dl > div")].map((one) => one.textContent!.replace(/\s+/g, " ").trim())).toEqual(["Chosen Ada", "Trumps ♥", "Stage playing", "Cards left 12"]);
    expect(screen.getByRole("status").textContent).toBe("Play something.");
    expect(screen.getByRole("button", { name: "Pass on" })).toBeTruthy();
  });
  it("waits while others act", () => {
    shown([]);
    expect(screen.getByRole("status").textContent).toContain("Ben");
    expect(screen.queryByRole("group", { name: "What you can do" })).toBeNull();
  });
});
