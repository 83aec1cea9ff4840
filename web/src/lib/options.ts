/** The options of a table that is about to be opened, or changed. */
import type { GameFace } from "../protocol";

/** Every option of a game, as it is unless something else was chosen. */
export function everyOption(game: GameFace, chosen: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(game.options).map(([name, option]) => [name, chosen[name] ?? option.default]));
}

/** Those that differ from their defaults and may, at so many seats. */
export function different(game: GameFace, seats: number, chosen: Readonly<Record<string, string>>): Record<string, string> {
  const possible = Object.entries(game.options).filter(([, option]) => !option.seats.length || option.seats.includes(seats));
  return Object.fromEntries(possible.flatMap(([name, option]) => (String(chosen[name]) === option.default ? [] : [[name, String(chosen[name])]])));
}
