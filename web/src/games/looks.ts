/**
 * How the fields of a game's view are shown by the scene that serves every game: scores, teams, what lies on the table.
 * A game without an entry here is shown by the names that fields usually have.
 */
import type { Key } from "../i18n/index.svelte";
import { lowestFirst, type SortOrder } from "../lib/cards";
import { read } from "../lib/picture";
import type { View } from "../protocol";

/** Cards that lie before a seat, or in the middle of the table where the seat is null. */
export interface Pile {
  seat: number | null;
  cards: string[];
  best?: boolean;
}

/** Something to know about the game as it stands. */
export interface Fact {
  label: Key;
  text?: string | number;
  cards?: string[];
  seat?: number | null;
  suit?: string | null;
}

export interface Look {
  sort: SortOrder;
  /** The lowest rank: 3 where the 2 is above the ace. */
  lowest: number;
  /** The seats clockwise. */
  order(view: View): number[];
  team(view: View, seat: number): number | null;
  score(view: View, seat: number): string;
  /** A short mark of a seat: signs that need no words. */
  mark(view: View, seat: number): string;
  piles(view: View): Pile[];
  facts(view: View): Fact[];
  /** The action that a tap on these cards of the hand means, to be told by the server why it is refused. */
  attempt(cards: string[]): string | null;
}

const inOrder = (view: View): number[] => Array.from({ length: read.number(view, "seats") }, (_, seat) => seat);
const at = (view: View, field: string, seat: number): number => read.list<number>(view, field)[seat] ?? 0;
const SIGNS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

function perSeat(view: View, field: string, best: number | null): Pile[] {
  return read
    .list<string | string[] | null>(view, field)
    .map((cards, seat) => ({ seat, cards: [cards ?? []].flat(), best: seat === best }))
    .filter((pile) => pile.cards.length > 0);
}

const usual: Look = {
  sort: "suit",
  lowest: 2,
  order: inOrder,
  team: () => null,
  score: (view, seat) => String(read.list<number>(view, "scores")[seat] ?? read.list<number>(view, "points")[seat] ?? ""),
  mark: () => "",
  piles: (view) => perSeat(view, "table", null),
  facts: () => [],
  attempt: (cards) => `play ${lowestFirst(cards).join(" ")}`,
};

const halfSuit: Look = {
  ...usual,
  sort: "half_suit",
  team: (_view, seat) => seat % 2,
  score: () => "",
  mark: (view, seat) => (read.seat(view, "spotlight") === seat ? "★" : ""),
  piles: (view) => perSeat(view, "placed", null),
  facts: (view) => {
    const won = read.list<string[]>(view, "won").map((cards) => cards.length / 6);
    const claimed = read.list<string>(view, "claimed");
    const facts: Fact[] = [{ label: "fact.score", text: `${won[0] ?? 0} : ${won[1] ?? 0}` }];
    if (claimed.length) facts.push({ label: "fact.claimed", cards: claimed });
    else facts.push({ label: "fact.spotlight", seat: read.seat(view, "spotlight") });
    return facts;
  },
  attempt: () => null,
};

const spar: Look = {
  ...usual,
  mark: (view, seat) => (read.seat(view, "control") === seat ? "♛" : ""),
  piles: (view) => perSeat(view, "table", read.seat(view, "control")),
  facts: (view) => [
    { label: "fact.round", text: read.number(view, "round") },
    { label: "fact.trick", text: `${read.number(view, "trick") + 1}/5` },
    { label: "fact.called", suit: read.card(view, "called") },
    { label: "fact.control", seat: read.seat(view, "control") },
    { label: "fact.accumulated", text: read.number(view, "accumulated") },
    { label: "fact.target", text: read.number(view, "target") },
  ],
  attempt: (cards) => cards[0] ?? null,
};

const thirteam: Look = {
  ...usual,
  sort: "rank",
  lowest: 3,
  order: (view) => read.list<number | null>(view, "order").filter((seat): seat is number => seat !== null),
  team: (view, seat) => (view["teams"] === "yes" ? read.list<number>(view, "order").indexOf(seat) % 3 : null),
  mark: (view, seat) => {
    const place = read.list<number | null>(view, "placed").indexOf(seat);
    return place >= 0 ? `#${place + 1}` : read.list<number>(view, "skipped").includes(seat) ? "–" : "";
  },
  piles: (view) => {
    const [seat, cards] = [read.seat(view, "by"), read.list<string>(view, "trick")];
    return cards.length ? [{ seat, cards, best: true }] : [];
  },
  facts: (view) => [
    { label: "fact.round", text: read.number(view, "round") },
    { label: "fact.threshold", text: read.number(view, "threshold") },
  ],
};

const claim: Look = {
  ...usual,
  score: (view, seat) => String(at(view, "budgets", seat)),
  mark: (view, seat) => SIGNS[read.list<string>(view, "suits")[seat] ?? ""] ?? "",
  piles: (view) => {
    const floor = read.card(view, "floor");
    const shown = perSeat(view, "shown", null);
    return floor ? [...shown, { seat: null, cards: [floor], best: true }] : shown;
  },
  facts: (view) => [
    { label: "fact.deal", text: `${read.number(view, "deal")}/${read.number(view, "deals")}` },
    { label: "fact.floor_round", text: read.number(view, "floor_round") },
    { label: "fact.pile", text: read.number(view, "left") },
    { label: "fact.dealer", seat: read.seat(view, "dealer") },
  ],
  attempt: (cards) => `take discard ${cards[0]}`,
};

const topSuit: Look = {
  ...usual,
  score: (view, seat) => String(at(view, "points", seat)),
  piles: (view) => perSeat(view, "table", read.seat(view, "holder")),
  facts: (view) => [
    { label: "fact.trick", text: read.number(view, "trick") + 1 },
    { label: "fact.deck", text: read.number(view, "left") },
    ...(read.card(view, "top") ? [{ label: "fact.top" as Key, cards: [read.card(view, "top")!] }] : []),
  ],
  attempt: (cards) => {
    const low = lowestFirst(cards);
    const kind = low.length > 1 && low.length < 4 && low.every((card) => card[0] === low[0]![0]);
    return `play ${low.join(" ")}${kind ? ` top ${cards.at(-1)}` : ""}`;
  },
};

const LOOKS: Record<string, Look> = { half_suit: halfSuit, spar, thirteam, claim, top_suit: topSuit };

export function lookOf(game: string): Look {
  return LOOKS[game] ?? usual;
}
