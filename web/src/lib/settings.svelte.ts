/** What a person has chosen for this browser. */
import { type Language, LANGUAGES, preferred } from "../i18n/index.svelte";
import type { SortOrder } from "./cards";

export interface Settings {
  fourColours: boolean;
  felt: "green" | "blue" | "dark";
  theme: "auto" | "light" | "dark";
  sounds: boolean;
  motion: "auto" | "off";
  sort: SortOrder | "auto";
  language: Language;
  name: string;
  /** How good the bots of a quick game are. */
  level: "easy" | "normal" | "hard";
}

const KEY = "handful-settings";

function defaults(): Settings {
  return {
    fourColours: false,
    felt: "green",
    theme: "auto",
    sounds: false,
    motion: "auto",
    sort: "auto",
    language: preferred(),
    name: "",
    level: "normal",
  };
}

function kept(): Settings {
  try {
    const found = { ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
    return found.language in LANGUAGES ? found : { ...found, language: "en" };
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

/** How long something may move: not at all for whoever asked for stillness. */
export function moving(ms: number): number {
  const still = settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? 0 : ms;
}
