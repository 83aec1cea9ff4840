/** The faces of the games, as the server tells them: by these any game can be shown, also one that has no scene here. */
import { codeOfRules, learnWords, type Refused, said } from "../i18n/words";
import { api } from "../net/api";
import { type GameFace, type Games, INSTEAD, type Picture, type Plain, type View } from "../protocol";
import { settings } from "./settings.svelte";

let known = $state.raw<Record<string, GameFace>>({});
let clocks = $state.raw<Games["clocks"]>({});
let away = $state.raw(60_000);

/** What is shown of a game before its face is there. */
const BLANK: GameFace = {
  name: "", title: "", summary: "", rules: 0, words: "", seats: [], usual_seats: 0, usual_clock: "off", options: {}, hand: "", score: "", clockwise: "", highest: "",
  sort: "suit", emblem: [], shown: [], teams: [], phases: [], plays: [], round: "", events: {}, refusals: {}, lessons: [], levels: [],
};

/** Have the faces of all games. */
export async function learnFaces(): Promise<Games> {
  const found = await api.games();
  known = Object.fromEntries(found.games.map((face) => [face.name, face]));
  clocks = found.clocks;
  away = found.away_ms;
  return found;
}

/** Have the faces and the words of all games. */
export async function learnGames(): Promise<Games> {
  const found = await learnFaces();
  await Promise.all(found.games.map((face) => learnWords(face.name)));
  // The game that needs the fewest people is the easiest to begin with.
  return { ...found, games: found.games.toSorted((one, other) => one.seats[0]! - other.seats[0]!) };
}

export function faceOf(game: string): GameFace {
  return known[game] ?? BLANK;
}

export function titleOf(game: string): string {
  return said(game, "title") ?? known[game]?.title ?? game;
}

/** The level that was chosen for bots, or the one that plays instead where the game does not have it. */
export function levelIn(game: string): Games["levels"][number] {
  const { levels } = faceOf(game);
  return !levels.length || levels.includes(settings.level) ? settings.level : (INSTEAD[settings.level] ?? settings.level);
}

/** The seconds of a turn by a clock; null: as many as one likes. */
export function clockSeconds(clock: string): number | null {
  return clocks[clock] ?? null;
}

/** After so many milliseconds somebody who is not here counts as away. */
export function awayMs(): number {
  return away;
}

/** The rule behind a refusal of a game's rules, such as `2.3`; empty where there is none. */
export function ruleBehind(game: string, refused: Refused): string {
  return known[game]?.refusals[codeOfRules(refused)] ?? "";
}

/** When the game is over and who has then won, with what the table has chosen. */
export function endingOf({ game, options }: Pick<Picture, "game" | "options">): string {
  const defaults = Object.entries(faceOf(game).options).map(([name, option]) => [name, option.default]);
  return said(game, "ending", { ...Object.fromEntries(defaults), ...options }) ?? "";
}

/** The value of an option in words. */
export function optionWord(game: string, name: string, value: string): string {
  return said(game, `option.${name}.${value}`) ?? value;
}

// Values of a view of which only the declaration is known.

export function listIn(value: Plain | undefined): Plain[] {
  return Array.isArray(value) ? value : [];
}

export function numbersIn(value: Plain | undefined): number[] {
  return typeof value === "number" ? [value] : listIn(value).flatMap(numbersIn);
}

export function textsIn(value: Plain | undefined): string[] {
  return typeof value === "string" ? [value] : listIn(value).flatMap(textsIn);
}

/** The cards that a seat is seen to hold. */
export function handOf(face: GameFace, view: View, seat: number): string[] {
  return textsIn(listIn(view[face.hand])[seat]);
}

/** How many cards a seat holds, where that is known. */
export function handSizeOf(face: GameFace, view: View, seat: number): number | null {
  return numbersIn(view[`${face.hand}_size`])[seat] ?? null;
}

/** The points of a seat, where the game counts any. */
export function scoreOf(face: GameFace, view: View, seat: number): number | null {
  return numbersIn(listIn(view[face.score])[seat])[0] ?? null;
}

/** The seats as they sit, clockwise. */
export function seatsOf(face: GameFace, picture: Picture): number[] {
  return face.clockwise && picture.view ? numbersIn(picture.view[face.clockwise]) : picture.seats.map((_, seat) => seat);
}

/** The team of a seat, where teams are fixed. */
export function teamOf(face: GameFace, seat: number): number | null {
  const team = face.teams.findIndex((seats) => seats.includes(seat));
  return team < 0 ? null : team;
}
