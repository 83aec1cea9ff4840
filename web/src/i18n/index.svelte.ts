/**
 * The texts of the page, from `messages/`. English is always there; another language is loaded when it is chosen, and
 * the page changes without a reload. Keys made at run time (events, actions, options) are asked for with `maybe`.
 */
import en from "../../messages/en.json";
import enEvents from "../../messages/events.en.json";
import { format, formatNumber, type Values } from "./format";

export type Key = keyof typeof en;
export const LANGUAGES = { en: "English", fr: "Français", vi: "Tiếng Việt" } as const;
export type Language = keyof typeof LANGUAGES;

type Texts = Record<string, string>;
const ENGLISH: Texts = { ...en, ...enEvents };

const OTHERS: Record<Exclude<Language, "en">, () => Promise<Texts>> = {
  fr: async () => joined(import("../../messages/fr.json"), import("../../messages/events.fr.json"), import("../../messages/refusals.fr.json")),
  vi: async () => joined(import("../../messages/vi.json"), import("../../messages/events.vi.json"), import("../../messages/refusals.vi.json")),
};

async function joined(...parts: Promise<{ default: object }>[]): Promise<Texts> {
  return Object.assign({}, ...(await Promise.all(parts)).map((part) => part.default)) as Texts;
}

const spoken = $state<{ language: Language; texts: Texts }>({ language: "en", texts: ENGLISH });

export function language(): Language {
  return spoken.language;
}

/** Speak another language from now on. */
export async function speak(chosen: Language): Promise<void> {
  const texts = chosen === "en" ? ENGLISH : await OTHERS[chosen]();
  spoken.texts = texts;
  spoken.language = chosen;
  document.documentElement.lang = chosen;
}

/** The language of the browser, if we speak it. */
export function preferred(): Language {
  const known = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES);
  return (known ?? "en") as Language;
}

export function t(key: Key, values: Values = {}): string {
  return format(spoken.texts[key] ?? ENGLISH[key] ?? key, values, spoken.language);
}

/** The text of a key that may not exist, else something of its own. */
export function maybe(key: string, fallback: string, values: Values = {}): string {
  const text = spoken.texts[key] ?? ENGLISH[key];
  return text === undefined ? fallback : format(text, values, spoken.language);
}

export function number(value: number): string {
  return formatNumber(value, spoken.language);
}

/** A list in words: A, B and C. */
export function list(parts: string[]): string {
  return new Intl.ListFormat(spoken.language, { type: "conjunction" }).format(parts);
}

/** A sentence of the server in the reader's language, where we have it. */
export function refusal(sentence: string): string {
  return spoken.language === "en" ? sentence : (spoken.texts[sentence] ?? sentence);
}
