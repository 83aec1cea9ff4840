import { describe, expect, it } from "vitest";
import { points } from "../src/games/half_suit/review";
import { rounds, usualPoints } from "../src/lib/rounds";
import { known } from "./faces";
import type { View as HalfSuitView } from "../src/games/half_suit/declared";
import type { Picture } from "../src/protocol";

const begin = (game: string) => ({ number: 1, game, seats: [{}, {}], view: null, result: null }) as unknown as Picture;
const move = (number: number, view: object, events: string[], more: object = {}) => ({
  number,
  told: [{ number, entry: "acted", events: events.map((event) => ({ event })) }],
  picture: { view: { seats: 2, ...view }, ...more } as Partial<Picture>,
});

describe("points by round", () => {
  it("are what changed between one round and the next", async () => {
    await known({ name: "spar", score: "scores", round: "round_began" });
    const moves = [
      move(2, { scores: [0, 0] }, ["round_began"]),
      move(3, { scores: [0, 0] }, ["played"]),
      move(4, { scores: [3, 0] }, ["round_won", "round_began"]),
      move(5, { scores: [3, 2] }, ["round_won", "game_ended"], { result: {} }),
      move(6, { scores: [3, 2] }, [], { result: {} }),
    ];
    expect(rounds(begin("spar"), moves, usualPoints("spar"))).toEqual([[3, 0], [0, 2]]);
  });
  it("are the claims in Half Suit, for whole teams", () => {
    const six = ["2h", "3h", "4h", "5h", "6h", "7h"];
    const moves = [
      move(2, { won: [[], []] }, ["dealt"]),
      move(3, { won: [six, []] }, ["scored"]),
      move(4, { won: [six, six] }, ["scored", "game_ended"], { result: {} }),
    ];
    expect(rounds(begin("half_suit"), moves, (view) => points(view as HalfSuitView))).toEqual([[1, 0], [0, 1]]);
  });
});
