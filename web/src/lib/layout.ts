/** Where the others sit around the table, seen from one's own seat at the bottom. */

export interface Place {
  /** Percent of the felt's width and height. */
  x: number;
  y: number;
}

export interface Shape {
  /** Wider than high. */
  wide: boolean;
}

/** The seats clockwise from the viewer's own, who is first. */
export function clockwise(order: readonly number[], own: number): number[] {
  const at = Math.max(order.indexOf(own), 0);
  return [...order.slice(at), ...order.slice(0, at)];
}

/** From the left over the top to the right, in degrees; 180 is left, 270 top. */
function angles(others: number): number[] {
  if (others <= 0) return [];
  if (others === 1) return [270];
  const reach = others === 2 ? 100 : others === 3 ? 172 : 196;
  const from = 270 - reach / 2;
  return Array.from({ length: others }, (_, k) => from + (reach * k) / (others - 1));
}

/** The places of the other seats, clockwise from the next one: the left hand neighbour comes first. */
export function places(seats: number, shape: Shape): Place[] {
  const [rx, ry, top] = shape.wide ? [48, 48, 54] : [49, 44, 48];
  return angles(seats - 1).map((angle) => {
    const turn = (angle * Math.PI) / 180;
    return { x: round(50 + rx * Math.cos(turn)), y: round(top + ry * Math.sin(turn)) };
  });
}

/** How far from the middle, in percent, something that a seat has played lies. */
export function towards(place: Place | null, reach = 0.42): Place {
  const from = place ?? { x: 50, y: 100 };
  return { x: round(50 + (from.x - 50) * reach), y: round(54 + (from.y - 54) * reach * 0.75) };
}

/** How a hand of cards lies in a width: the step between two cards and whether it must be squeezed. */
export function fan(cards: number, width: number, card: number): { step: number; squeezed: boolean } {
  if (cards < 2) return { step: 0, squeezed: false };
  const room = (width - card) / (cards - 1);
  const step = Math.min(card * 0.72, room);
  return { step: Math.max(step, 0), squeezed: step < card * 0.28 };
}

/** The turn in degrees and the sinking in parts of a card's height of card k in a fan. */
export function fanned(k: number, cards: number): { turn: number; sink: number } {
  const from = cards < 2 ? 0 : k / (cards - 1) - 0.5;
  const spread = Math.min(cards * 1.6, 16);
  return { turn: round(from * spread), sink: round(from * from * Math.min(cards, 12) * 0.022) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
