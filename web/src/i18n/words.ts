/** What games say: events, refusals, options, labels, in the reader's language, as the server has it from their rooms. */
import { api } from "../net/api";
import type { Values } from "./format";
import { maybe, Part } from "./index.svelte";

const games = new Map<string, Part>();

function partOf(game: string): Part {
  if (!games.has(game)) games.set(game, new Part((language) => api.words(game, language)));
  return games.get(game)!;
}

/** Have the words of a game. */
export function learnWords(game: string): Promise<void> {
  return partOf(game).learn();
}

/** What a game says under a key, if it is known. */
export function said(game: string, key: string, values?: Values): string | undefined {
  return partOf(game).find(key, values);
}

/** The words of a game for its own scene, which knows their keys. */
export function wordsOf<Word extends string>(game: string): (key: Word) => string {
  return (key) => said(game, key) ?? key;
}

/** Why something is refused, as the server tells it: a code with values, and a sentence in English. */
export interface Refused {
  code: string;
  values?: Values;
  sentence: string;
}

const OF_THE_RULES = "rules.";

/** The code of the rules' own refusal; empty for any other. */
export function codeOfRules({ code }: Refused): string {
  return code.startsWith(OF_THE_RULES) ? code.slice(OF_THE_RULES.length) : "";
}

/** A refusal in the reader's language, where we have it. */
export function refusal({ code, values = {}, sentence }: Refused, game = ""): string {
  if (code.startsWith(OF_THE_RULES)) return said(game, `refusal.${code.slice(OF_THE_RULES.length)}`, values) ?? sentence;
  return maybe(`refusal.${code}`, sentence, values);
}
