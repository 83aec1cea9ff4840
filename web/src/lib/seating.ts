/** How people sit around a table before its game: places, and who plays with whom. */
import type { Picture } from "../protocol";
import { faceOf } from "./faces.svelte";

/** A game whose pairs depend on what the table plays says so in its folder. */
export interface Seating {
  teams: (seats: number, options: Readonly<Record<string, string>>) => number[][];
}

/** Whether somebody alone arranges the table: where whoever opened it is away, all do, and nobody is its host. */
export function isHost({ arrangers, seats }: Pick<Picture, "arrangers" | "seats">, seat: number): boolean {
  return arrangers.length === 1 && arrangers[0] === seat && !seats[seat]?.bot;
}

export interface Spot {
  x: number;
  y: number;
}

const ROOMS = import.meta.glob<Seating>("../games/*/seating.ts", { eager: true });

/** Who plays together, by team; none if all play alone, or if it is drawn at the start. */
export function teamsAt(game: string, seats: number, options: Readonly<Record<string, string>>, drawn: boolean): number[][] {
  if (drawn) return [];
  const fixed = faceOf(game).teams;
  return fixed.length ? fixed : (ROOMS[`../games/${game}/seating.ts`]?.teams(seats, options) ?? []);
}

/** The team of a seat, or null. */
export function teamAt(teams: readonly number[][], seat: number): number | null {
  const at = teams.findIndex((team) => team.includes(seat));
  return at < 0 ? null : at;
}

/** Where each seat is around the table, clockwise with one's own at the bottom; the outermost are at -1 and 1. */
export function around(seats: number, own: number): Spot[] {
  const turns = Array.from({ length: seats }, (_, seat) => 2 * Math.PI * (((seat - own + seats) % seats) / seats) + Math.PI / 2);
  const [across, down] = [spread(turns.map(Math.cos)), spread(turns.map(Math.sin))];
  return turns.map((_, seat) => ({ x: across[seat]!, y: down[seat]! }));
}

/** Values moved apart so that they reach from -1 to 1. */
function spread(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (high - low < 0.01 ? 0 : Math.round(200 * ((value - low) / (high - low)) - 100) / 100 + 0));
}

/** The line through the seats of a team. */
export function teamLine(team: readonly number[], spots: readonly Spot[]): string {
  const points = team.flatMap((seat) => (spots[seat] ? [`${spots[seat].x} ${spots[seat].y}`] : []));
  return `M${points.join("L")}${points.length > 2 ? "Z" : ""}`;
}
