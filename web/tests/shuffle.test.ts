import { describe, expect, it } from "vitest";
import vectors from "../../docs/shuffle-vectors.json";
import { commitment, Dice, firstHands } from "../src/lib/shuffle";
import { hmac, sha256 } from "../src/lib/sha256";

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

describe("SHA-256", () => {
  it("of the standard's examples", () => {
    expect(hex(sha256(bytes("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(hex(sha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(hex(sha256(bytes("a".repeat(1000))))).toBe("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
  });
  it("with a key", () => {
    const said = hmac(bytes("Jefe"), bytes("what do ya want for nothing?"));
    expect(hex(said)).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  });
});

describe("the shuffle, with the numbers that everybody tests with", () => {
  it.each(vectors.streams)("stream of $table with nonces $nonces", (stream) => {
    expect(commitment(stream.secret)).toBe(stream.commitment);
    const words = new Dice(stream);
    expect(stream.words.map(() => words.word().toString(16).padStart(8, "0"))).toEqual(stream.words);
    const draws = new Dice(stream);
    for (const [n, drawn] of stream.draws) expect(draws.below(n!)).toBe(drawn);
    expect(new Dice(stream).deck(0, stream.deck.length)).toEqual(stream.deck);
  });

  it.each(vectors.deals)("first deal of $game with $seats seats", (deal) => {
    expect(firstHands(deal.game, deal, {})).toEqual(deal.hands.map((hand) => hand.split(" ")));
  });

  it("says nothing about a game that it does not know", () => {
    expect(firstHands("sixth", vectors.streams[0]!, {})).toBeNull();
  });
});
