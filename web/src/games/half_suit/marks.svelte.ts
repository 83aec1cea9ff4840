/** Pencil marks: what a player writes on cards and players for their own eyes. They stay in this browser. */
import type { CardText } from "../../lib/cards";

export type Sign = "yes" | "no" | "maybe";
export const SIGNS: Record<Sign, string> = { yes: "✓", no: "✗", maybe: "?" };
const NEXT: Record<string, Sign | undefined> = { "": "yes", yes: "no", no: "maybe" };

interface Kept {
  cards: Record<CardText, Record<number, Sign>>;
  players: Record<number, string>;
}

export class Marks {
  #kept: Kept = $state({ cards: {}, players: {} });
  readonly #key: string;

  constructor(table: string) {
    this.#key = `handful-marks-${table}`;
    try {
      this.#kept = { cards: {}, players: {}, ...(JSON.parse(localStorage.getItem(this.#key) ?? "{}") as Partial<Kept>) };
    } catch {
      // Marks that cannot be read are as good as none.
    }
  }

  sign(card: CardText, seat: number): Sign | undefined {
    return this.#kept.cards[card]?.[seat];
  }

  /** The one seat that a card is pencilled to, if there is one. */
  holder(card: CardText): number | null {
    const yes = Object.entries(this.#kept.cards[card] ?? {}).filter(([, sign]) => sign === "yes");
    return yes.length === 1 ? Number(yes[0]![0]) : null;
  }

  marked(card: CardText): boolean {
    return Object.keys(this.#kept.cards[card] ?? {}).length > 0;
  }

  /** From nothing to ✓, ✗, ?, and back to nothing. */
  turn(card: CardText, seat: number): void {
    const next = NEXT[this.sign(card, seat) ?? ""];
    const signs = { ...this.#kept.cards[card] };
    if (next) signs[seat] = next;
    else delete signs[seat];
    this.#kept.cards[card] = signs;
    this.#keep();
  }

  note(seat: number): string {
    return this.#kept.players[seat] ?? "";
  }

  write(seat: number, text: string): void {
    this.#kept.players[seat] = text;
    this.#keep();
  }

  #keep(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#kept));
    } catch {
      // They then last as long as the page.
    }
  }
}
