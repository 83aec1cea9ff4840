/** Names for cards that are played together. They only describe: whether something may be played, the server says. */
import { t } from "../../i18n/index.svelte";
import type { Action } from "../../lib/actions";
import { isJoker, pretty } from "../../lib/cards";
import { cardName } from "../../lib/names";
import type { Choice } from "./Choices.svelte";
import type { Picking } from "./picking.svelte";

export type PatternKind = "single" | "pair" | "triple" | "quad" | "run";

const OF_A_KIND: readonly PatternKind[] = ["single", "pair", "triple", "quad"];

/** What some cards that are played together are called. */
export function kindOf(cards: readonly string[]): PatternKind {
  const alike = cards.every((card) => card[0] === cards[0]?.[0]);
  return (alike && OF_A_KIND[cards.length - 1]) || "run";
}

/** A pattern with its cards, such as "Run of 5 to K♥"; the notation lists cards lowest first. */
export function patternName(cards: readonly string[]): string {
  const kind = kindOf(cards);
  if (kind === "run") return t("pattern.run", { count: cards.length, card: pretty(cards.at(-1) ?? "") });
  if (kind === "single") return isJoker(cards[0]!) ? cardName(cards[0]!) : pretty(cards[0]!);
  return t(`pattern.${kind}`, { cards: cards.map(pretty).join(" ") });
}

/** A pattern without its cards, such as "Run of 5". */
export function patternWord(cards: readonly string[]): string {
  const kind = kindOf(cards);
  return kind === "run" ? t("pattern.word.run", { count: cards.length }) : t(`pattern.word.${kind}`);
}

/** The ways to play one pattern of one length. */
export interface Ways {
  key: string;
  word: string;
  actions: Action[];
}

/** Actions by pattern and number of cards, in the order in which they are listed. */
export function byPattern(actions: readonly Action[]): Ways[] {
  const groups = new Map<string, Ways>();
  for (const action of actions) {
    const key = `${action.verb} ${kindOf(action.cards)} ${action.cards.length}`;
    const group = groups.get(key) ?? { key, word: patternWord(action.cards), actions: [] };
    group.actions.push(action);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The next way after the cards that are selected, around. */
export function nextWay(ways: Ways, selected: readonly string[]): Action {
  const at = ways.actions.findIndex(({ cards }) => cards.length === selected.length && cards.every((card) => selected.includes(card)));
  return ways.actions[(at + 1) % ways.actions.length]!;
}

/** Choices of what else goes with the selected cards, a pattern each, and of beginning anew; `named` names one action. */
export function wayChoices(picking: Picking, most: number, named: (action: Action) => string | null = () => null): Choice[] {
  const { selected, containing } = picking;
  const different = containing.filter((action, k) => containing.findIndex((one) => one.verb === action.verb && one.cards.join() === action.cards.join()) === k);
  const found = byPattern(different)
    .filter(({ actions: [first] }) => first!.cards.length > 1 || first!.verb === "extend")
    .filter(({ actions }) => actions.length > 1 || actions[0]!.cards.length !== selected.length)
    .slice(0, most)
    .map((way): Choice => ({
      key: `way ${way.key}`,
      label: named(way.actions[0]!) ?? t("playing.ways", { pattern: way.word, count: way.actions.length }),
      look: "way",
      do: () => picking.take(nextWay(way, selected).cards),
    }));
  return selected.length ? [...found, { key: "clear", label: t("playing.clear"), sign: "✕", look: "way", do: () => picking.clear() }] : found;
}
