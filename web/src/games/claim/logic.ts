/** What the scene of CLAIM reads out of legal actions, the view and the events. It judges nothing and counts no points. */
import { type CardText, RANKS, sameCards, type Suit, SUITS } from "../../lib/cards";
import { type Flight, MIDDLE, SELF } from "../playing/Flights.svelte";
import type { PlaceOf } from "../playing/dealing";
import type { Event, View } from "./declared";

export interface Declaration {
  text: string;
  suit: Suit;
  cards: CardText[];
}

export interface Doable {
  /** Declarations with the cards that are shown with them. */
  declarations: Declaration[];
  /** `declare nothing`, where that can be said. */
  nothing: boolean;
  take: boolean;
  /** The cards that may be discarded with a take. */
  discards: CardText[];
  /** The cards that may be placed face-up now. */
  shows: CardText[];
  pass: boolean;
  hold: boolean;
  showdown: boolean;
}

export function doable(legal: readonly string[]): Doable {
  const can = (text: string) => legal.includes(text);
  const after = (words: string) => legal.filter((text) => text.startsWith(words)).map((text) => text.slice(words.length));
  return {
    declarations: after("declare ").filter((text) => text !== "nothing").map((text) => {
      const [suit, , ...cards] = text.split(" ");
      return { text: `declare ${text}`, suit: suit as Suit, cards };
    }),
    nothing: can("declare nothing"),
    take: can("take"),
    discards: after("take discard "),
    shows: after("show "),
    pass: can("pass"),
    hold: can("hold"),
    showdown: can("showdown"),
  };
}

/** The declaration of a suit that shows exactly these cards, if it is legal. */
export function declarationOf(declarations: readonly Declaration[], suit: Suit | null, cards: readonly CardText[]): Declaration | null {
  return declarations.find((one) => one.suit === suit && sameCards(one.cards, cards)) ?? null;
}

/** The cards that some declaration of a suit shows. */
export function showable(declarations: readonly Declaration[], suit: Suit | null): CardText[] {
  return [...new Set(declarations.filter((one) => one.suit === suit).flatMap((one) => one.cards))];
}

export type Cell = "mine" | "floor" | "gone" | "seen" | "";

export interface Track {
  suit: Suit;
  cells: { card: CardText; cell: Cell; seat: number | null }[];
}

/** Every suit as a track of ranks, with what can be seen of each card; where cards stand side by side is left to the eye. */
export function tracks(view: Pick<View, "discards" | "bottom" | "certain" | "floor">, hand: readonly CardText[], own: number): Track[] {
  const gone = [...view.discards, ...view.bottom];
  const certain = view.certain;
  const floor = view.floor;
  const look = (card: CardText): { card: CardText; cell: Cell; seat: number | null } => {
    if (hand.includes(card)) return { card, cell: "mine", seat: null };
    if (card === floor) return { card, cell: "floor", seat: null };
    if (gone.includes(card)) return { card, cell: "gone", seat: null };
    const seat = certain.findIndex((cards, at) => at !== own && cards.includes(card));
    return { card, cell: seat < 0 ? "" : "seen", seat: seat < 0 ? null : seat };
  };
  return SUITS.map((suit) => ({ suit, cells: [...RANKS].map((rank) => look(rank + suit)) }));
}

/** What one's own hand is worth as it stands, counted by the rules; a spectator is told none. */
export type Worth = NonNullable<View["worth"]>;
export type SuitWorth = Worth["suits"][number];

/** The points of a suit as a sum: its sequences, what the other cards take away, and what is left. */
export function sumOf(worth: SuitWorth): { parts: number[]; off: number; score: number } {
  const parts = worth.sequences.map((one) => one.points);
  return { parts, off: parts.reduce((sum, points) => sum + points, 0) - worth.score, score: worth.score };
}

/** What taking the floor card would make of the hand, with this card discarded or none; null where that cannot be. */
export function makesOf(worth: Worth | undefined, discard: CardText | null): SuitWorth | null {
  return worth?.taking.find((one) => one.discard === (discard ?? ""))?.makes ?? null;
}

/** The row that a card stands in: how many cards, and their sum. */
export function rowWith(card: CardText, worth: SuitWorth): { count: number; sum: number } | null {
  const row = worth.sequences.find((one) => one.cards.includes(card) && one.cards.length > 1);
  return row ? { count: row.cards.length, sum: row.points / row.cards.length } : null;
}

/** How a deal was settled. */
export interface Settlement {
  deal: number;
  caller: number | null;
  rows: { seat: number; suit: Suit | null; cards: CardText[]; points: number; change: number }[];
  payments: { from: number; to: number; points: number }[];
}

/** The settlement that a story ends with, if it tells of any; declarations are those of the same deal. */
export function lastSettlement(events: readonly Event[]): Settlement | null {
  let deal = 0;
  let suits: Record<number, Suit> = {};
  let open = null as Settlement | null;
  let last: Settlement | null = null;
  const begin = (caller: number | null): Settlement => ({ deal, caller, rows: [], payments: [] });
  const row = (at: number) => open?.rows.find((one) => one.seat === at);
  for (const event of events) {
    switch (event.event) {
      case "deal_began":
        [deal, suits, open] = [event.deal, {}, null];
        break;
      case "declared":
        suits[event.seat] = event.suit;
        break;
      case "showdown_called":
        last = open = begin(event.seat);
        break;
      case "reckoning_began":
        last = open = begin(null);
        break;
      case "revealed":
        open?.rows.push({ seat: event.seat, suit: suits[event.seat] ?? null, cards: event.cards, points: 0, change: 0 });
        break;
      case "scored": {
        const at = row(event.seat);
        if (at) at.points = event.points;
        break;
      }
      case "paid": {
        const [payer, payee] = [row(event.seat), row(event.other)];
        open?.payments.push({ from: event.seat, to: event.other, points: event.points });
        if (payer) payer.change -= event.points;
        if (payee) payee.change += event.points;
        break;
      }
    }
  }
  return last;
}

/** Whether events open the sealed declarations: all have chosen, and what they chose is told. */
export function opensDeclarations(events: readonly Event[]): boolean {
  const at = events.findIndex((one) => one.event === "chose");
  const next = events[at + 1];
  return at >= 0 && next !== undefined && ["declared", "penalized"].includes(next.event);
}

/** A card that is taken from the middle, or put there. */
export function floorFlights(events: readonly Event[], placeOf: PlaceOf): Flight[] {
  return events.flatMap((event): Flight[] => {
    if (event.event === "took") return [{ from: MIDDLE, to: placeOf(event.seat) ?? SELF, card: event.card }];
    return event.event === "discarded" ? [{ from: placeOf(event.seat) ?? SELF, to: MIDDLE, card: event.card, delay: 200 }] : [];
  });
}
