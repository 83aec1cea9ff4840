/** A rating as people read it: the number and its doubt. */
import type { Rating } from "../protocol";

/** A number is shown as soon as it is worth more than a guess: after so many games. */
export const ENOUGH = 3;

export function isSure({ games }: Rating): boolean {
  return games >= ENOUGH;
}

export function ratingWord({ rating, deviation }: Rating): string {
  return `${rating} ± ${deviation}`;
}
