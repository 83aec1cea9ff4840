import type { Points } from "../../lib/rounds";
import { type Dice, hands } from "../../lib/shuffle";
import type { View } from "./declared";

export const firstHands = (dice: Dice): number[][] => hands(dice.deck(0, 54), 6, 9);

/** A team has a point for every half suit that it has won. */
export const points = (view: View): Points => ({ mark: "scored", total: (seat) => (view.won[seat % 2]?.length ?? 0) / 6 });
