/** What a person has chosen for this browser. */
import { type Language, LANGUAGES, preferred } from "../i18n/index.svelte";
import type { Games } from "../protocol";
import type { SortOrder } from "./cards";

export interface Settings {
  fourColours: boolean;
  felt: "green" | "blue" | "dark";
  theme: "auto" | "light" | "dark";
  sounds: boolean;
  /** From 0 to 1. */
  volume: number;
  /** A card that alone makes an action is played by one tap, or by a second one. */
  taps: "one" | "two";
  /** What is the only thing that can be done is done by itself. */
  forced: boolean;
  largeIndices: boolean;
  motion: "auto" | "off";
  sort: SortOrder | "auto";
  /** By game: the order of cards that was chosen at its table. */
  orders: Record<string, SortOrder | "auto">;
  language: Language;
  name: string;
  /** The sign and the colour of one's face; empty before one has any. */
  sign: string;
  colour: string;
  /** Whether one is called when it is one's turn and the page is not looked at. */
  calls: boolean;
  /** How good the bots of a quick game are. */
  level: Games["levels"][number];
  /** How quickly bots act at tables of one's own. */
  pace: "usual" | "quick" | "slow";
}

const KEY = "handful-settings";
const ORDERS: Settings["sort"][] = ["auto", "suit", "rank"];

function defaults(): Settings {
  return {
    fourColours: false,
    felt: "green",
    theme: "auto",
    sounds: true,
    volume: 0.6,
    taps: "two",
    forced: true,
    largeIndices: false,
    motion: "auto",
    sort: "auto",
    orders: {},
    language: preferred(),
    name: "",
    sign: "",
    colour: "",
    calls: false,
    level: "normal",
    pace: "usual",
  };
}

function kept(): Settings {
  try {
    const found = { ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
    if (!(found.language in LANGUAGES)) found.language = "en";
    if (!ORDERS.includes(found.sort)) found.sort = "auto";
    return found;
  } catch {
    return defaults();
  }
}

export const settings: Settings = $state(kept());

/** Keep the settings and dress the page in them. */
export function wear(): void {
  const root = document.documentElement.dataset;
  root["theme"] = settings.theme;
  root["felt"] = settings.felt;
  root["motion"] = settings.motion;
  root["colours"] = settings.fourColours ? "four" : "two";
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing is played with all the same.
  }
}

/** The order of cards that was last chosen in a game, else the one for all games. */
export function orderOf(game: string): SortOrder | "auto" {
  return settings.orders[game] ?? settings.sort;
}

/** How long something may move: not at all for whoever asked for stillness. */
export function moving(ms: number): number {
  const still = settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? 0 : ms;
}
