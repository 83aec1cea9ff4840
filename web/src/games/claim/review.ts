import { type Dice, hands } from "../../lib/shuffle";

export function firstHands(dice: Dice, seats: number): number[][] {
  dice.below(seats); // the first dealer
  return hands(dice.deck(0, 52).reverse(), seats, 3);
}
