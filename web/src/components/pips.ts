/** How cards are drawn: the shapes of the suits in a box of 20 × 20, and where the pips of a card of 100 × 140 stand. */
import type { Suit } from "../lib/cards";

export const SHAPES: Record<Suit, string> = {
  h: "M10 18.6C4 13.4 1 9.8 1 6.2A4.7 4.7 0 0 1 10 4.5A4.7 4.7 0 0 1 19 6.2C19 9.8 16 13.4 10 18.6Z",
  d: "M10 .6Q13.2 6 17.6 10Q13.2 14 10 19.4Q6.8 14 2.4 10Q6.8 6 10 .6Z",
  s: "M10 .8C13.6 5.2 18.9 8.2 18.9 12.2A4.2 4.2 0 0 1 11.1 14.2Q11.3 17.4 14 19.2H6Q8.7 17.4 8.9 14.2A4.2 4.2 0 0 1 1.1 12.2C1.1 8.2 6.4 5.2 10 .8Z",
  c: "M10 .8A4.3 4.3 0 0 1 13.2 8A4.3 4.3 0 1 1 11.1 13.6Q11.4 17.3 14 19.2H6Q8.6 17.3 8.9 13.6A4.3 4.3 0 1 1 6.8 8A4.3 4.3 0 0 1 10 .8Z",
};

export const STAR = "M10 .8L12.6 7.2L19.4 7.7L14.2 12.1L15.9 18.8L10 15.1L4.1 18.8L5.8 12.1L.6 7.7L7.4 7.2Z";

const [LEFT, MIDDLE, RIGHT] = [37, 50, 63];
const ROWS = { top: 26, upper: 47.5, high: 55.3, mid: 70, low: 84.7, lower: 92.5, bottom: 114 };

type Pip = [x: number, y: number];
const pair = (y: number): Pip[] => [[LEFT, y], [RIGHT, y]];
const one = (y: number): Pip[] => [[MIDDLE, y]];

/** The pips of the ranks 2 to 10; those in the lower half stand on their heads. */
export const PIPS: Record<number, Pip[]> = {
  2: [...one(ROWS.top), ...one(ROWS.bottom)],
  3: [...one(ROWS.top), ...one(ROWS.mid), ...one(ROWS.bottom)],
  4: [...pair(ROWS.top), ...pair(ROWS.bottom)],
  5: [...pair(ROWS.top), ...one(ROWS.mid), ...pair(ROWS.bottom)],
  6: [...pair(ROWS.top), ...pair(ROWS.mid), ...pair(ROWS.bottom)],
  7: [...pair(ROWS.top), ...one(48), ...pair(ROWS.mid), ...pair(ROWS.bottom)],
  8: [...pair(ROWS.top), ...one(48), ...pair(ROWS.mid), ...one(92), ...pair(ROWS.bottom)],
  9: [...pair(ROWS.top), ...pair(ROWS.high), ...one(ROWS.mid), ...pair(ROWS.low), ...pair(ROWS.bottom)],
  10: [...pair(ROWS.top), ...one(40.6), ...pair(ROWS.high), ...pair(ROWS.low), ...one(99.4), ...pair(ROWS.bottom)],
};

/** The lattice of the back, as one path. */
export function lattice(): string {
  const lines: string[] = [];
  for (let k = -130; k <= 90; k += 11) {
    lines.push(`M${10 + Math.max(0, k)} ${10 + Math.max(0, -k)}L${10 + Math.min(80, k + 120)} ${10 + Math.min(120, 80 - k)}`);
    lines.push(`M${90 - Math.max(0, k)} ${10 + Math.max(0, -k)}L${90 - Math.min(80, k + 120)} ${10 + Math.min(120, 80 - k)}`);
  }
  return lines.join("");
}
