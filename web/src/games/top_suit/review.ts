import type { Points } from "../../lib/rounds";
import { type Dice, hands } from "../../lib/shuffle";
import type { View } from "./declared";

export function firstHands(dice: Dice, seats: number): number[][] {
  dice.below(seats); // the first leader
  return hands(dice.deck(0, 52), seats, seats === 3 ? 10 : 8);
}

/** A match counts games, a single game tricks. */
export function points(view: View): Points {
  return view.best_of > 1 ? { mark: "game_began", total: (seat) => view.won[seat] ?? 0 } : { mark: "trick_won", total: (seat) => view.points[seat] ?? 0 };
}
