/** How a table lies in a window: the size classes, the seats around the stage, the cards on it, and the hand. */

/** Lying phone, upright phone, tablet, desktop. */
export type Kind = "L" | "P" | "T" | "D";

export interface Place {
  /** Percent of the stage's width and height. */
  x: number;
  y: number;
}

/** All lengths in pixels; what is left is the stage. */
export interface Sizes {
  kind: Kind;
  margin: number;
  gap: number;
  head: number;
  /** The height of the row of seats; 0 where they sit around the stage. */
  seats: number;
  word: number;
  buttons: number;
  /** The widest card of the hand, and how far it is lifted. */
  card: number;
  lift: number;
  /** The least part of a card, or of a button, that can be hit. */
  target: number;
  rail: number;
  /** 0: the record is a drawer. */
  record: number;
}

const between = (low: number, value: number, high: number): number => Math.round(Math.max(low, Math.min(value, high)));

export function kindOf(width: number, height: number): Kind {
  // No phone that lies is narrower: it is an upright one, with a lesson above the table.
  if (height < 500 && width > height && width >= 480) return "L";
  if (width < 600) return "P";
  return width < 1000 || width < height ? "T" : "D";
}

/** The sizes of everything at a table of this width and height. */
export function arrange(width: number, height: number): Sizes {
  const kind = kindOf(width, height);
  if (kind === "L")
    return { kind, margin: width < 700 ? 8 : 12, gap: 5, head: 0, seats: 48, word: 42, buttons: between(150, width * 0.24, 212), card: between(52, height * 0.208, 96), lift: 12, target: 44, rail: 0, record: 0 };
  if (kind === "P" && height < 450)
    return { kind, margin: 6, gap: 4, head: 46, seats: 44, word: 40, buttons: 44, card: between(46, height * 0.15, 64), lift: 8, target: 44, rail: 0, record: 0 };
  if (kind === "P") {
    const low = height < 700;
    return { kind, margin: width < 350 ? 6 : 10, gap: low ? 5 : 8, head: 46, seats: low ? 84 : 108, word: low ? 56 : 62, buttons: low ? 46 : 50, card: between(56, height * 0.124, 104), lift: low ? 12 : 18, target: 44, rail: 0, record: 0 };
  }
  if (kind === "T") {
    const low = height < 800;
    return { kind, margin: low ? 12 : 16, gap: 8, head: 56, seats: low ? 56 : 122, word: low ? 62 : 74, buttons: low ? 48 : 54, card: between(76, height * 0.128, 150), lift: low ? 14 : 24, target: 44, rail: 0, record: 0 };
  }
  const large = width > 1900;
  return {
    kind,
    margin: large ? 18 : 12,
    gap: large ? 14 : 10,
    head: large ? 68 : 54,
    seats: 0,
    word: large ? 96 : 70,
    buttons: 0,
    card: between(84, height * 0.155, 230),
    lift: 24,
    target: 40,
    rail: between(244, width * 0.17, 400),
    record: width < 1200 ? 0 : between(290, width * 0.2, 460),
  };
}

/** The seats clockwise from the viewer's own, who is first. */
export function clockwise(order: readonly number[], own: number): number[] {
  const at = Math.max(order.indexOf(own), 0);
  return [...order.slice(at), ...order.slice(0, at)];
}

/** Where the plates of the others stand around a stage: parts of what is left of its width and height beside a plate. */
const AROUND: Record<number, [x: number, y: number][]> = {
  1: [[0.5, 0]],
  2: [[0, 0.12], [1, 0.12]],
  3: [[0, 0.12], [0.5, 0], [1, 0.12]],
  4: [[0, 0.72], [0, 0.08], [1, 0.08], [1, 0.72]],
  5: [[0, 0.72], [0, 0.08], [0.5, 0], [1, 0.08], [1, 0.72]],
};

/** The places of the others' plates, clockwise from the next one, in parts of the stage. */
export function around(others: number): { x: number; y: number }[] {
  return (AROUND[others] ?? Array.from({ length: others }, (_, k) => [k / Math.max(others - 1, 1), 0] as const)).map(([x, y]) => ({ x, y }));
}

/** Where each seat's card of a trick lies, in pixels from the middle of what is given, oneself first; and how wide it is. */
export interface Spots {
  wide: number;
  at: { x: number; y: number }[];
}

const ROWS_OF: Record<number, [x: number, y: number][]> = {
  1: [[0, 0]],
  2: [[0, 0.5], [0, -0.5]],
  3: [[0, 0.35], [-1, -0.1], [1, -0.1]],
  4: [[0, 0.5], [-1, 0], [0, -0.5], [1, 0]],
  5: [[0, 0.5], [-1, 0.5], [-0.55, -0.5], [0.55, -0.5], [1, 0.5]],
  6: [[0, 0.5], [-1, 0.5], [-1, -0.5], [0, -0.5], [1, -0.5], [1, 0.5]],
};

/** A card is 1.4 times as high as it is wide. */
export const HIGH = 1.4;

export function spots(seats: number, width: number, height: number, flat: boolean): Spots {
  const gap = between(6, Math.min(width, height) * 0.035, 18);
  if (flat) {
    // One row: from the left, opposite, oneself, to the right.
    const wide = Math.max(30, Math.min((height - 12) / HIGH, (width - gap * (seats - 1)) / seats));
    const half = Math.floor(seats / 2);
    const place = (k: number) => (k === 0 ? half : k <= half ? k - 1 : k);
    return { wide, at: Array.from({ length: seats }, (_, k) => ({ x: (place(k) - (seats - 1) / 2) * (wide + gap), y: 0 })) };
  }
  const rows = ROWS_OF[seats] ?? ROWS_OF[6]!;
  const columns = seats === 2 ? 1 : 3;
  const across = (width - gap * (columns - 1)) / (columns === 3 ? 3.1 : 1);
  const down = (height - gap - 6) / (HIGH * (seats === 3 ? 1.7 : 2));
  const wide = Math.max(30, Math.min(across, down));
  return { wide, at: rows.map(([x, y]) => ({ x: x * (wide * 1.03 + gap), y: y * (wide * HIGH + gap) })) };
}

/** How several cards that lie together overlap: the width of one, and the step to the next. */
export function overlapped(cards: number, width: number, height: number): { wide: number; step: number } {
  const part = cards >= 6 ? 0.3 : 0.62;
  const wide = Math.max(30, Math.min(width / (1 + part * (cards - 1)), height / HIGH));
  return { wide, step: wide * part };
}

/** A hand in rows: the width of a card, how many rows, and the height of them all. */
export interface HandRows {
  wide: number;
  rows: number;
  /** From one row to the next. */
  down: number;
  high: number;
}

const LEAST = 46;
const VISIBLE = 0.55;

/** The largest cards with which so many fit, each with enough of it in sight to be hit. */
export function handRows(cards: number, width: number, widest: number, target: number, most: number): HandRows {
  let best: HandRows | null = null;
  for (let rows = 1; rows <= 4; rows += 1) {
    const each = Math.ceil(Math.max(cards, 1) / rows);
    const room = each < 2 ? width : width - target * (each - 1);
    // Above the last row a part of every card is in sight: it must be high enough to be hit too.
    const tall = rows === 1 ? most / HIGH : Math.min(most / (HIGH * (1 + VISIBLE * (rows - 1))));
    const wide = Math.floor(Math.min(widest, room, tall));
    const down = Math.max(wide * HIGH * VISIBLE, target);
    const found = { wide: Math.max(wide, LEAST), rows, down, high: Math.max(wide, LEAST) * HIGH + down * (rows - 1) };
    if (wide >= widest * 0.7) return found;
    if (!best || wide > best.wide + 4) best = found;
  }
  return best!;
}

/** The step between the cards of a row. */
export function handStep(cards: number, width: number, wide: number): number {
  return cards < 2 ? 0 : Math.max(0, Math.min(wide * 1.06, (width - wide) / (cards - 1)));
}

/** The turn in degrees and the sinking in parts of a card's height of card k in a fan. */
export function fanned(k: number, cards: number): { turn: number; sink: number } {
  const from = cards < 2 ? 0 : k / (cards - 1) - 0.5;
  const spread = Math.min(cards * 1.2, 9);
  return { turn: round(from * spread), sink: round(from * from * Math.min(cards, 12) * 0.014) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

