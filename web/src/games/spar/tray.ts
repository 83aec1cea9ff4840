import { list, t } from "../../i18n/index.svelte";
import { rankSign, type Suit } from "../../lib/cards";
import { suitName } from "../../lib/names";

const ROWS: readonly Suit[] = ["s", "h", "c", "d"];
const RANKS = [..."6789TJQK"];

export interface TrayRow {
  suit: Suit;
  cells: { card: string; seen: boolean; own: boolean }[];
}

/** All cards of the game, a row a suit. */
export function trayRows(seen: readonly string[], hand: readonly string[]): TrayRow[] {
  return ROWS.map((suit) => ({
    suit,
    cells: RANKS.map((rank) => rank + suit).map((card) => ({ card, seen: seen.includes(card), own: hand.includes(card) })),
  }));
}

/** The same for whoever does not see it: "spades: 6, K; hearts: 7". */
export function seenInWords(seen: readonly string[]): string {
  const suits = trayRows(seen, []).flatMap(({ suit, cells }) => {
    const ranks = cells.filter((cell) => cell.seen).map((cell) => rankSign(cell.card));
    return ranks.length ? [`${suitName(suit)}: ${list(ranks)}`] : [];
  });
  return suits.length ? suits.join("; ") : t("no_cards");
}
