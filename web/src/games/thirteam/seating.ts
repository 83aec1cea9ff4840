/** In a team game partners sit opposite each other; only six can play one (5.1, R9). */
const SEATS = 6;

export function teams(seats: number, options: Readonly<Record<string, string>>): number[][] {
  return options["teams"] === "yes" && seats === SEATS ? [[0, 3], [1, 4], [2, 5]] : [];
}
