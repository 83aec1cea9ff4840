/** What the scene of Half Suit reads out of legal actions, the view and the events. It judges nothing. */
import { cardsOf, type CardText, HALF_SUITS, halfSuitOf, lowestFirst } from "../../lib/cards";
import { read } from "../../lib/picture";
import type { Event, View } from "../../protocol";

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

export function board(view: View): Block[] {
  const won = read.list<string[]>(view, "won");
  const claimed = read.list<string>(view, "claimed");
  return HALF_SUITS.map((name) => {
    const cards = cardsOf(name);
    const team = won.findIndex((some) => some.includes(cards[0]!));
    return { name, cards, wonBy: team < 0 ? null : team, claimed: claimed.includes(cards[0]!) };
  });
}

export function score(view: View): [number, number] {
  const blocks = board(view);
  return [0, 1].map((team) => blocks.filter((one) => one.wonBy === team).length) as [number, number];
}

/** What everybody knows about a card: who holds it, and who does not. */
export function known(view: View, card: CardText): { holder: number | null; lacks: number[] } {
  const at = read.list<string[]>(view, "taken").findIndex((cards) => cards.includes(card));
  const lacks = read.list<string[]>(view, "lacks").flatMap((cards, seat) => (cards.includes(card) ? [seat] : []));
  return { holder: at < 0 ? null : at, lacks };
}

/** Who can be thought to hold each of some cards: not whoever is known to lack all of them. */
export function holdersOf(view: View, cards: readonly CardText[], seats: readonly number[]): number[] {
  const lacking = read.list<string[]>(view, "lacks");
  return seats.filter((seat) => !cards.length || cards.some((card) => !lacking[seat]?.includes(card)));
}

/** The half suits of which everybody knows that a hand holds something more than what was seen. */
export function somethingOf(view: View, seat: number): string[] {
  return [...new Set((read.list<string[]>(view, "some")[seat] ?? []).map(halfSuitOf))];
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
  let asked: Event | null = null;
  const seat = (event: Event, name = "seat") => event[name] as number;
  for (const event of events) {
    const card = event["card"] as CardText;
    switch (event.event) {
      case "asked":
        asked = event;
        break;
      case "gave":
      case "missed":
        if (asked) found.push({ kind: "ask", asker: seat(asked), other: seat(asked, "other"), card, hit: event.event === "gave" });
        asked = null;
        break;
      case "claimed":
      case "claimed_for_other":
        claim = {
          kind: "claim",
          claimer: seat(event),
          cards: event["cards"] as CardText[],
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
        if (claim) claim.said[card] = seat(event, "holder");
        break;
      case "counter_due":
        if (claim) claim.counterDue = true;
        break;
      case "nominated":
        if (claim) [claim.counter, claim.said] = [seat(event), {}];
        break;
      case "revealed":
        if (claim) for (const one of event["cards"] as CardText[]) claim.held[one] = seat(event);
        break;
      case "scored":
        if (claim) claim.scorers = event["seats"] as number[];
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
