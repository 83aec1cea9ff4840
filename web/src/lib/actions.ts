/**
 * Legal actions come as texts in the game's notation: words, cards, seats and suits with one space between.
 * The client only takes them apart, to show them as cards and buttons, and sends one of them back as it came.
 */
import { type CardText, isCard, sameCards } from "./cards";

const SEAT = /^\d+$/;
const SUIT = /^[shdc]$/;

export interface Action {
  /** What is sent. */
  text: string;
  /** The words without the cards, such as `play`, `take discard`; empty where a card alone is played. */
  verb: string;
  cards: CardText[];
  /** The card that is named as the top one, where one is. */
  top: CardText | null;
}

export function parseAction(text: string): Action {
  const words = text.split(" ");
  const at = words.indexOf("top");
  const top = at > 0 ? (words[at + 1] ?? null) : null;
  const named = at > 0 ? words.slice(0, at) : words;
  return {
    text,
    verb: named.filter((word) => !isCard(word)).join(" "),
    cards: named.filter(isCard),
    top,
  };
}

/** Whether an action is done with cards of one's own hand and nothing else to say: no seat and no suit. */
export function isFromHand(action: Action, hand: readonly CardText[]): boolean {
  const plain = action.verb.split(" ").every((word) => !SEAT.test(word) && !SUIT.test(word));
  return plain && action.cards.length > 0 && action.cards.every((card) => hand.includes(card));
}

/** The cards of a hand that some legal action needs, given what is selected already. */
export function playable(actions: readonly Action[], selected: readonly CardText[]): Set<CardText> {
  const fitting = actions.filter((action) => selected.every((card) => action.cards.includes(card)));
  return new Set((fitting.length ? fitting : actions).flatMap((action) => action.cards));
}

/** The actions that are done with exactly the selected cards. */
export function matching(actions: readonly Action[], selected: readonly CardText[]): Action[] {
  return selected.length ? actions.filter((action) => sameCards(action.cards, selected)) : [];
}

/** The one action that a tap on a card can only mean, if there is one: a card that is simply played. */
export function onTap(actions: readonly Action[], card: CardText): Action | null {
  const able = actions.filter((action) => action.cards.includes(card));
  const only = able.length === 1 ? able[0]! : null;
  return only && only.cards.length === 1 && ["", "play"].includes(only.verb) ? only : null;
}

export interface Step {
  /** The word, card or seat to choose. */
  word: string;
  /** What kind of thing it is. */
  kind: "word" | "card" | "seat" | "suit";
  /** The action that is complete with it, if one is. */
  action: string | null;
  /** What can be said next. */
  next: Step[];
}

/** `5h with 2` says the verb after the card; for choosing, it stands first. */
function spoken(text: string): string[] {
  const [first = "", second, ...rest] = text.split(" ");
  return second && isCard(first) && !isCard(second) ? [second, first, ...rest] : text.split(" ");
}

function kindOf(word: string): Step["kind"] {
  if (isCard(word)) return "card";
  if (SEAT.test(word)) return "seat";
  return SUIT.test(word) ? "suit" : "word";
}

/** Legal actions as a tree of words: choose one after the other, and an action is complete. */
export function steps(texts: readonly string[]): Step[] {
  const roots: Step[] = [];
  for (const text of texts) {
    let level = roots;
    let last: Step | null = null;
    for (const word of spoken(text)) {
      let step: Step | undefined = level.find((one) => one.word === word);
      if (!step) {
        step = { word, kind: kindOf(word), action: null, next: [] };
        level.push(step);
      }
      [level, last] = [step.next, step];
    }
    if (last) last.action = text;
  }
  return roots;
}
