/** What the scene of Half Suit reads out of legal actions, the view and the events. It judges nothing. */
import { type CardText, lowestFirst } from "../../lib/cards";
import { type Flight, SELF } from "../playing/Flights.svelte";
import type { PlaceOf } from "../playing/dealing";
import type { Event, View } from "./declared";
import { cardsOf, HALF_SUITS, halfSuitOf } from "./half-suits";

/** What can be done, sorted by kind. */
export interface Doable {
  /** For each card that can be asked for: whom, and the text that does it. */
  asks: Map<CardText, Map<number, string>>;
  /** The claims that can be made, by half suit and kind. */
  claims: Claim[];
  counter: boolean;
  /** While a claim is being made: who may be said to hold the next card. */
  holders: number[];
}

const FOR_OTHER = "for-other-team";

export function doable(legal: readonly string[]): Doable {
  const found: Doable = { asks: new Map(), claims: [], counter: legal.includes("counter"), holders: [] };
  for (const text of legal) {
    const words = text.split(" ");
    if (words[0] === "ask") {
      const card = words[2]!;
      if (!found.asks.has(card)) found.asks.set(card, new Map());
      found.asks.get(card)!.set(Number(words[1]), text);
    } else if (words[0] === "claim") found.claims.push({ halfSuit: words[1]!, forOther: words[2] === FOR_OTHER });
    else if (words[1] === "with") found.holders.push(Number(words[2]));
  }
  return found;
}

/** A half suit of the board. */
export interface Block {
  name: string;
  cards: CardText[];
  /** The team that has it, or null while it is in play. */
  wonBy: number | null;
  /** It is being claimed just now. */
  claimed: boolean;
}

export function board(view: Pick<View, "won" | "claimed">): Block[] {
  return HALF_SUITS.map((name) => {
    const cards = cardsOf(name);
    const team = view.won.findIndex((some) => some.includes(cards[0]!));
    return { name, cards, wonBy: team < 0 ? null : team, claimed: view.claimed.includes(cards[0]!) };
  });
}

export function score(view: Pick<View, "won" | "claimed">): [number, number] {
  const blocks = board(view);
  return [0, 1].map((team) => blocks.filter((one) => one.wonBy === team).length) as [number, number];
}

/** What everybody knows about a card: who holds it, and who does not. */
export function known(view: Pick<View, "taken" | "lacks">, card: CardText): { holder: number | null; lacks: number[] } {
  const at = view.taken.findIndex((cards) => cards.includes(card));
  const lacks = view.lacks.flatMap((cards, seat) => (cards.includes(card) ? [seat] : []));
  return { holder: at < 0 ? null : at, lacks };
}

/** Who can be thought to hold each of some cards: not whoever is known to lack all of them. */
export function holdersOf(view: Pick<View, "lacks">, cards: readonly CardText[], seats: readonly number[]): number[] {
  return seats.filter((seat) => !cards.length || cards.some((card) => !view.lacks[seat]?.includes(card)));
}

/** The half suits of which everybody knows that a hand holds something more than what was seen. */
export function somethingOf(view: Pick<View, "some">, seat: number): string[] {
  return [...new Set((view.some[seat] ?? []).map(halfSuitOf))];
}

/** Where a claim says that its cards are. */
export type Draft = Record<CardText, number>;

export interface Claim {
  halfSuit: string;
  forOther: boolean;
}

/** The steps of a claim, in the order in which the server asks for them; `first` is said before, if anything is. */
export function claimSteps(first: string | null, cards: readonly CardText[], draft: Draft): string[] {
  const placed = lowestFirst(cards).map((card) => `${card} with ${draft[card]}`);
  return first ? [first, ...placed] : placed;
}

export function claimText(claim: Claim): string {
  return `claim ${claim.halfSuit}${claim.forOther ? ` ${FOR_OTHER}` : ""}`;
}

/** The cards of a draft by the seat that is said to hold them, those with none left out. */
export function bySeat(cards: readonly CardText[], draft: Draft): { seat: number; cards: CardText[] }[] {
  const seats = [...new Set(cards.map((card) => draft[card]).filter((seat) => seat !== undefined))].sort();
  return seats.map((seat) => ({ seat, cards: cards.filter((card) => draft[card] === seat) }));
}

/** An ask with its answer. */
export interface Ask {
  kind: "ask";
  asker: number;
  other: number;
  card: CardText;
  hit: boolean;
}

/** A claim that has been decided, or still waits for its counter-claim. */
export interface Claimed {
  kind: "claim";
  claimer: number;
  cards: CardText[];
  forOther: boolean;
  /** Who made the counter-claim. */
  counter: number | null;
  counterDue: boolean;
  /** What was said, and what was true. */
  said: Draft;
  held: Draft;
  /** Who has the point; empty until it is decided. */
  scorers: number[];
}

export type Moment = Ask | Claimed;

/** The asks and claims of a story, oldest first. */
export function moments(events: readonly Event[]): Moment[] {
  const found: Moment[] = [];
  let claim: Claimed | null = null;
  let asked: Extract<Event, { event: "asked" }> | null = null;
  for (const event of events) {
    switch (event.event) {
      case "asked":
        asked = event;
        break;
      case "gave":
      case "missed":
        if (asked) found.push({ kind: "ask", asker: asked.seat, other: asked.other, card: event.card, hit: event.event === "gave" });
        asked = null;
        break;
      case "claimed":
      case "claimed_for_other":
        claim = {
          kind: "claim",
          claimer: event.seat,
          cards: event.cards,
          forOther: event.event === "claimed_for_other",
          counter: null,
          counterDue: false,
          said: {},
          held: {},
          scorers: [],
        };
        found.push(claim);
        break;
      case "placed":
        if (claim) claim.said[event.card] = event.holder;
        break;
      case "counter_due":
        if (claim) claim.counterDue = true;
        break;
      case "nominated":
        if (claim) [claim.counter, claim.said] = [event.seat, {}];
        break;
      case "revealed":
        if (claim) for (const one of event.cards) claim.held[one] = event.seat;
        break;
      case "scored":
        if (claim) claim.scorers = event.seats;
        claim = null;
        break;
    }
  }
  return found;
}

/** The asks that are about a card, a half suit or a player; whatever is not given does not matter. */
export function filtered(asks: readonly Ask[], about: { card?: CardText; halfSuit?: string; seat?: number }): Ask[] {
  return asks.filter(
    (ask) =>
      (!about.card || ask.card === about.card) &&
      (!about.halfSuit || halfSuitOf(ask.card) === about.halfSuit) &&
      (about.seat === undefined || ask.asker === about.seat || ask.other === about.seat),
  );
}

/** A card that one player gives to another. */
export function givenFlights(events: readonly Event[], placeOf: PlaceOf): Flight[] {
  return events.filter((event) => event.event === "gave").map(({ seat, other, card }) => ({ from: placeOf(seat) ?? SELF, to: placeOf(other) ?? SELF, card }));
}
