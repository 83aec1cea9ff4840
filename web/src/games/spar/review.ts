import type { Dice } from "../../lib/shuffle";
import type { Options } from "./declared";

export function firstHands(dice: Dice, seats: number, options: Options): number[][] {
  const dealer = dice.below(seats);
  const first = options.first === "left" ? dealer + 1 : dealer + seats - 1;
  const deck = dice.deck(16, 32).reverse();
  const dealt: number[][] = Array.from({ length: seats }, () => []);
  for (const each of [3, 2]) for (let k = 0; k < seats; k += 1) dealt[(first + k) % seats]!.push(...deck.splice(0, each));
  return dealt;
}
