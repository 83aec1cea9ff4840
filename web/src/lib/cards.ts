/** Cards as the server writes them: rank and suit, `As`, `Td`, `2h`; the jokers are `Xr` and `Xb`. */

export type Suit = "s" | "h" | "d" | "c";
export type CardText = string;
export type SortOrder = "suit" | "rank" | "half_suit";

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

export function isSuit(text: string): text is Suit {
  return text.length === 1 && "shdc".includes(text);
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

/** The rank as it stands in the corner of the card. */
export function rankSign(card: CardText): string {
  return card[0] === "T" ? "10" : isJoker(card) ? "★" : card[0]!;
}

/** A card as people like to see it in a line of text: 10♦. */
export function pretty(card: CardText): string {
  return isJoker(card) ? (card === "Xr" ? "★R" : "★B") : rankSign(card) + SUIT_SIGNS[suitOf(card)];
}

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

function suitPlace(card: CardText): number {
  return isJoker(card) ? SUITS.length : SUITS.indexOf(suitOf(card));
}

function halfSuitPlace(card: CardText): number {
  return (HALF_SUITS as readonly string[]).indexOf(halfSuitOf(card));
}

/** A hand in the order that its player likes; in some games the 2 is above the ace and 3 the lowest rank. */
export function sorted(cards: readonly CardText[], order: SortOrder, lowest = 2): CardText[] {
  const rank = (card: CardText): number => (rankOf(card) < lowest ? rankOf(card) + 13 : rankOf(card));
  const keys: Record<SortOrder, (card: CardText) => [number, number]> = {
    suit: (card) => [suitPlace(card), rank(card)],
    rank: (card) => [rank(card), suitPlace(card)],
    half_suit: (card) => [halfSuitPlace(card), rankOf(card) * 8 + suitPlace(card)],
  };
  const key = keys[order];
  return [...cards].sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    return a[0] - b[0] || a[1] - b[1];
  });
}

/** Cards as the notation lists them: lowest first, equal ranks in the order ♠ ♣ ♦ ♥. */
export function lowestFirst(cards: readonly CardText[]): CardText[] {
  return [...cards].sort((one, other) => rankOf(one) - rankOf(other) || "scdh".indexOf(one[1]!) - "scdh".indexOf(other[1]!));
}

/** Whether two lists hold the same cards, in whatever order. */
export function sameCards(one: readonly CardText[], other: readonly CardText[]): boolean {
  return one.length === other.length && one.every((card) => other.includes(card));
}
