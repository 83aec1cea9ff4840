import { describe, expect, it } from "vitest";
import vectors from "../../docs/shuffle-vectors.json";
import { reviewOf } from "../src/games/scene";
import { commitment, Dice, inOrder } from "../src/lib/shuffle";

describe("the shuffle, with the numbers that everybody tests with", () => {
  it.each(vectors.streams)("stream of $table with nonces $nonces", (stream) => {
    expect(commitment(stream.secret)).toBe(stream.commitment);
    const words = new Dice(stream);
    expect(stream.words.map(() => words.word().toString(16).padStart(8, "0"))).toEqual(stream.words);
    const draws = new Dice(stream);
    for (const [n, drawn] of stream.draws) expect(draws.below(n!)).toBe(drawn);
    expect(new Dice(stream).deck(0, stream.deck.length)).toEqual(stream.deck);
  });

  it.each(vectors.deals)("first deal of $game with $seats seats", async (deal) => {
    const review = await reviewOf(deal.game);
    expect(inOrder(review!.firstHands(new Dice(deal), deal.seats, {}))).toEqual(deal.hands.map((hand) => hand.split(" ")));
  });

  it("says nothing about a game that it does not know", async () => {
    expect(await reviewOf("sixth")).toBeNull();
  });
});
