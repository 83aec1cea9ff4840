import { type Dice, hands } from "../../lib/shuffle";

export const firstHands = (dice: Dice, seats: number): number[][] => hands(dice.deck(0, seats === 4 ? 52 : 54).reverse(), seats, seats === 4 ? 13 : 9);
