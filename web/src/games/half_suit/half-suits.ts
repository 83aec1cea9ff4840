/** The nine half suits of the deck. */
import { said } from "../../i18n/words";
import { say } from "./messages";
import { type CardText, isJoker, rankOf, type Suit, suitOf, suitPlace } from "../../lib/cards";

export const HALF_SUITS = [
  "low-spades", "high-spades", "low-hearts", "high-hearts", "low-clubs", "high-clubs", "low-diamonds", "high-diamonds",
  "eights",
] as const;

/** The half suit that a card belongs to: 2 to 7, 9 to A, or the eights and jokers. */
export function halfSuitOf(card: CardText): string {
  const rank = rankOf(card);
  if (rank === 8 || isJoker(card)) return "eights";
  const names: Record<Suit, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
  return `${rank < 8 ? "low" : "high"}-${names[suitOf(card)]}`;
}

/** The six cards of a half suit, lowest first. */
export function cardsOf(halfSuit: string): CardText[] {
  if (halfSuit === "eights") return ["8s", "8c", "8d", "8h", "Xb", "Xr"];
  const [half, name] = halfSuit.split("-");
  const ranks = half === "low" ? "234567" : "9TJQKA";
  return [...ranks].map((rank) => rank + name![0]!);
}

export function halfSuitName(halfSuit: string): string {
  return said("half_suit", `action.${halfSuit}`) ?? halfSuit;
}

/** "Low ♥": the name as it stands above the cards. */
export function shortName(halfSuit: string): string {
  const [half, suit] = halfSuit.split("-");
  const sign = { spades: "♠", hearts: "♥", clubs: "♣", diamonds: "♦" }[suit ?? ""];
  return sign ? `${say(half === "low" ? "low" : "high")} ${sign}` : say("eights");
}

function place(card: CardText): number {
  return HALF_SUITS.findIndex((name) => name === halfSuitOf(card)) * 1000 + rankOf(card) * 8 + suitPlace(card);
}

export function byHalfSuit(cards: readonly CardText[]): CardText[] {
  return [...cards].sort((one, other) => place(one) - place(other));
}
