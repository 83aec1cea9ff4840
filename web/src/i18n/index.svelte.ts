/**
 * What the page says, in the reader's language. Texts come in parts: those of the page from `messages/`, those of a
 * scene from its folder, those of a game from the server. Another language than English is loaded when it is chosen,
 * and the page changes without a reload.
 */
import en from "../../messages/en.json";
import { format, formatNumber, type Values } from "./format";

export const LANGUAGES = { en: "English", fr: "Français", vi: "Tiếng Việt" } as const;
export type Language = keyof typeof LANGUAGES;
export type Texts = Readonly<Record<string, string>>;
export type Key = keyof typeof en;

/** Files of texts, one a language, by path. */
type Files = Record<string, () => Promise<Texts>>;

const spoken = $state<{ language: Language }>({ language: "en" });
const parts: Part[] = [];
let wanted: Language = "en";

/** Texts of one origin, by language. */
export class Part {
  #texts = $state.raw<Partial<Record<Language, Texts>>>({});
  readonly #load: (language: Language) => Promise<Texts>;

  constructor(load: (language: Language) => Promise<Texts>, english?: Texts) {
    this.#load = load;
    if (english) this.#texts = { en: english };
    parts.push(this);
  }

  /** Have the texts of a language, if they can be had. */
  async learn(language: Language = wanted): Promise<void> {
    if (this.#texts[language]) return;
    const texts = await this.#load(language).catch(() => null);
    if (texts) this.#texts = { ...this.#texts, [language]: texts };
  }

  /** The text of a key with its values, in English where there is no other. */
  find(key: string, values: Values = {}): string | undefined {
    const text = this.#texts[spoken.language]?.[key] ?? this.#texts.en?.[key];
    return text === undefined ? undefined : format(text, values, spoken.language);
  }
}

function fromFiles(english: Texts, files: Files): Part {
  return new Part(async (language) => Object.entries(files).find(([path]) => path.endsWith(`${language}.json`))?.[1]() ?? {}, english);
}

/** The messages of a scene, by key. */
export function messages<SceneKey extends string>(english: Readonly<Record<SceneKey, string>>, files: Files): (key: SceneKey, values?: Values) => string {
  const part = fromFiles(english, files);
  return (key, values) => part.find(key, values) ?? key;
}

const page = fromFiles(en, import.meta.glob<Texts>(["../../messages/*.json", "!**/en.json"], { import: "default" }));

export function language(): Language {
  return spoken.language;
}

/** Have all parts in the language that is wanted. */
export async function ready(): Promise<void> {
  await Promise.all(parts.map((part) => part.learn()));
}

/** Speak another language from now on. */
export async function speak(chosen: Language): Promise<void> {
  wanted = chosen;
  await ready();
  if (wanted !== chosen) return;
  spoken.language = chosen;
  document.documentElement.lang = chosen;
}

/** The language of the browser, if we speak it. */
export function preferred(): Language {
  const known = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES);
  return (known ?? "en") as Language;
}

export function t(key: Key, values: Values = {}): string {
  return page.find(key, values) ?? key;
}

/** The text of a key that may not exist, else something of its own. */
export function maybe(key: string, fallback: string, values: Values = {}): string {
  return page.find(key, values) ?? fallback;
}

export function number(value: number): string {
  return formatNumber(value, spoken.language);
}

/** A list in words: A, B and C. */
export function list(parts: string[]): string {
  return new Intl.ListFormat(spoken.language, { type: "conjunction" }).format(parts);
}

/** One of several in words: 4 or 6. */
export function either(parts: string[]): string {
  return new Intl.ListFormat(spoken.language, { type: "disjunction" }).format(parts);
}

/** Times and dates are written as in Britain where English is read. */
const dates = () => (spoken.language === "en" ? "en-GB" : spoken.language);

/** The time of day. */
export function clockTime(at: number): string {
  return new Intl.DateTimeFormat(dates(), { hour: "2-digit", minute: "2-digit" }).format(at);
}

/** A day of the calendar. */
export function date(at: number): string {
  return new Intl.DateTimeFormat(dates(), { day: "numeric", month: "long", year: "numeric" }).format(at);
}

/** When something was: the time of today, else the day. */
export function when(at: number, now = Date.now()): string {
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  const relative = new Intl.RelativeTimeFormat(spoken.language, { numeric: "auto" });
  const day = days < 7 ? relative.format(-days, "day") : date(at);
  return days < 2 ? `${day}, ${clockTime(at)}` : day;
}

/** A greeting that fits the time of day. */
export function greeting(name: string, hour = new Date().getHours()): string {
  const part = hour < 5 || hour >= 18 ? "evening" : hour < 12 ? "morning" : "afternoon";
  return t(`greeting.${part}`, { name });
}
