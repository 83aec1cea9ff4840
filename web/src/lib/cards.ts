/** Cards as the server writes them: rank and suit, `As`, `Td`, `2h`; the jokers are `Xr` and `Xb`. */
import { language } from "../i18n/index.svelte";

export type Suit = "s" | "h" | "d" | "c";
export type CardText = string;
export type SortOrder = "suit" | "rank";

export const RANKS = "23456789TJQKA";
export const SUITS: readonly Suit[] = ["s", "h", "c", "d"];
export const SUIT_SIGNS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

const CARD = /^(?:[23456789TJQKA][shdc]|X[rb])$/;

export function isCard(text: string): boolean {
  return CARD.test(text);
}

export function isJoker(card: CardText): boolean {
  return card[0] === "X";
}

/** The suit of a card that is no joker. */
export function suitOf(card: CardText): Suit {
  return card[1] as Suit;
}

/** 2 to 14, the ace high; the jokers are above all. */
export function rankOf(card: CardText): number {
  if (isJoker(card)) return card === "Xr" ? 31 : 30;
  return RANKS.indexOf(card[0]!) + 2;
}

/** French cards have valet, dame and roi. */
const FRENCH: Record<string, string> = { J: "V", Q: "D", K: "R" };

/** The rank as it stands in the corner of the card, where the reader's language has cards of its own. */
export function rankSign(card: CardText): string {
  if (isJoker(card)) return "★";
  if (card[0] === "T") return "10";
  return (language() === "fr" && FRENCH[card[0]!]) || card[0]!;
}

/** A card as people like to see it in a line of text: 10♦. */
export function pretty(card: CardText): string {
  return isJoker(card) ? (card === "Xr" ? "★R" : "★B") : rankSign(card) + SUIT_SIGNS[suitOf(card)];
}

export function suitPlace(card: CardText): number {
  return isJoker(card) ? SUITS.length : SUITS.indexOf(suitOf(card));
}

/** A hand in the order that its player likes; in some games one rank stands above the ace. */
export function sorted(cards: readonly CardText[], order: SortOrder, highest = ""): CardText[] {
  const rank = (card: CardText): number => rankOf(card) + (card[0] === highest ? RANKS.length : 0);
  const keys: Record<SortOrder, (card: CardText) => number> = {
    suit: (card) => suitPlace(card) * 100 + rank(card),
    rank: (card) => rank(card) * 100 + suitPlace(card),
  };
  return [...cards].sort((one, other) => keys[order](one) - keys[order](other));
}

/** Cards as the notation lists them: lowest first, equal ranks in the order ♠ ♣ ♦ ♥. */
export function lowestFirst(cards: readonly CardText[]): CardText[] {
  return [...cards].sort((one, other) => rankOf(one) - rankOf(other) || "scdh".indexOf(one[1]!) - "scdh".indexOf(other[1]!));
}

/** Whether two lists hold the same cards, in whatever order. */
export function sameCards(one: readonly CardText[], other: readonly CardText[]): boolean {
  return one.length === other.length && one.every((card) => other.includes(card));
}
