/** A table as the page sees it: the picture, the story so far, and the connection that keeps both true. */
import { lookOf, type Pile } from "../games/looks";
import { api, socketTo } from "../net/api";
import { type Answer, type Link, TableSocket, type Wish } from "../net/table-socket";
import type { Event, Picture, Reacted, Told, ToPlayer, Update } from "../protocol";
import { cardsOfEvent, follows, updated } from "./picture";
import { rememberCommitment } from "./remembered";
import { play } from "./sounds";
import { note } from "./toasts.svelte";

/** One sentence of the record. */
export interface Line {
  id: number;
  number: number;
  event: Event;
  seats: number[];
  cards: string[];
  /** The first line of an entry. */
  first: boolean;
}

/** How long a reaction is shown. */
const REACTION_MS = 4000;
/** How long a finished trick stays on the table. */
const LINGER_MS = 1600;
/** So many sentences are kept for those who listen: more than one move ever tells. */
const MOST_SPOKEN = 80;
const MOST_MOVING = 8;
/** The entry that opens a table; it tells nothing. */
const OPENING = 1;
const SEATED = ["seat", "other", "holder", "dealer", "leader"];

export function linesOf(told: readonly Told[]): Line[] {
  return told.flatMap((entry) =>
    entry.events.map((event, k) => ({
      id: entry.number * 100 + k,
      number: entry.number,
      event,
      seats: SEATED.map((name) => event[name]).filter((seat): seat is number => typeof seat === "number"),
      cards: cardsOfEvent(event),
      first: k === 0,
    })),
  );
}

/** What was played in an update and is no longer on the table after it: it stays for a moment. */
export function lingering(before: Picture, after: Picture, told: readonly Told[]): Pile[] {
  const plays = told.flatMap((one) => one.events).filter((one) => ["played", "extended"].includes(one.event));
  if (!plays.length || !before.view || !after.view) return [];
  const look = lookOf(after.game);
  const there = look.piles(after.view).flatMap((pile) => pile.cards);
  const lost = plays.filter((one) => !cardsOfEvent(one).every((card) => there.includes(card)));
  if (!lost.length) return [];
  const piles = look.piles(before.view).filter((pile) => !lost.some((one) => one["seat"] === pile.seat));
  return [...piles, ...lost.map((one) => ({ seat: one["seat"] as number, cards: cardsOfEvent(one) }))];
}

export class Table {
  picture = $state.raw<Picture | null>(null);
  lines = $state.raw<Line[]>([]);
  /** What is said aloud: only what happens while one looks on. */
  spoken = $state.raw<Line[]>([]);
  lingering = $state.raw<Pile[]>([]);
  /** The newest events, for scenes that show them moving. */
  fresh = $state.raw<Event[]>([]);
  reactions = $state.raw<(Reacted & { id: number })[]>([]);
  link = $state<Link>("connecting");
  /** What the server said when it closed the connection. */
  said = $state("");
  /** Earlier events are not on the record. */
  incomplete = $state(false);
  waiting = $state(false);

  readonly #socket: TableSocket;
  #rest: ReturnType<typeof setTimeout> | undefined;
  readonly #id: string;
  #told = 0;
  #reacted = 0;

  constructor(id: string) {
    this.#id = id;
    this.#socket = new TableSocket(socketTo(`/ws/tables/${id}`), {
      // Who knows nothing yet asks for all that came after the opening.
      seen: () => Math.max(this.#told, OPENING),
      heard: (message) => this.#hear(message),
      linked: (link, said) => {
        this.link = link;
        this.said = said;
      },
    });
  }

  /** Connect, until the returned function is called. */
  join(): () => void {
    const [wake, sleep] = [() => this.#socket.wake(), () => this.#socket.sleep()];
    const shown = () => document.visibilityState === "visible" && wake();
    addEventListener("online", wake);
    addEventListener("offline", sleep);
    document.addEventListener("visibilitychange", shown);
    this.#socket.open();
    return () => {
      removeEventListener("online", wake);
      removeEventListener("offline", sleep);
      document.removeEventListener("visibilitychange", shown);
      clearTimeout(this.#rest);
      this.#socket.close();
    };
  }

  /** Give a command; a refusal is shown as a note. */
  async send(wish: Wish): Promise<Answer> {
    const answer = await this.#socket.send(wish);
    if (!answer.done) {
      note(answer.sentence, "refused");
      play("refused");
    }
    return answer;
  }

  /** Do an action, or the steps of one. */
  async act(...actions: string[]): Promise<Answer> {
    this.#settle();
    this.waiting = true;
    const answer = await this.send({ type: "act", actions, seen: this.picture?.number ?? 0 });
    this.waiting = false;
    return answer;
  }

  /** Put earlier events on the record, those just before the first. */
  async earlier(): Promise<void> {
    const first = this.lines[0]?.number ?? this.#told + 1;
    const told = await api.story(this.#id, first).catch((error: Error) => void note(error.message, "refused"));
    if (!told || first !== (this.lines[0]?.number ?? this.#told + 1)) return;
    this.lines = [...linesOf(told), ...this.lines];
    this.incomplete = told.length > 0 && told[0]!.number > OPENING + 1;
  }

  /** Connect anew; what is sent meanwhile waits for the welcome. */
  reconnect(): void {
    this.#socket.reopen();
  }

  #hear(message: ToPlayer): void {
    if (message.type === "welcome") this.#welcome(message.picture, message.missed, message.complete);
    else if (message.type === "update") this.#update(message);
    else if (message.type === "fresh") this.picture = message.picture;
    else if (message.type === "reacted") this.#react(message);
  }

  /** Show a reaction for a moment; a new one of the same person takes the place of the old one. */
  #react(message: Reacted): void {
    const one = { ...message, id: ++this.#reacted };
    this.reactions = [...this.reactions.filter((other) => other.name !== one.name || other.seat !== one.seat), one].slice(-4);
    setTimeout(() => (this.reactions = this.reactions.filter((other) => other !== one)), REACTION_MS);
  }

  #welcome(picture: Picture, missed: Told[], complete: boolean): void {
    const first = this.#told === 0;
    if (!complete) {
      this.incomplete = true;
      this.lines = [];
    }
    this.picture = picture;
    if (picture.status !== "over") rememberCommitment(picture.table, picture.commitment);
    this.#tell(missed, !first);
    this.#told = picture.number;
  }

  #update(message: Update): void {
    const before = this.picture;
    if (!before || !follows(before, message)) {
      this.#socket.refresh();
      return;
    }
    const after = updated(before, message);
    this.#linger(lingering(before, after, message.told));
    this.picture = after;
    this.#tell(message.told, true);
    this.#told = message.number;
    this.#sound(before, after, message.told);
  }

  #tell(told: Told[], aloud: boolean): void {
    const news = told.filter((one) => one.number > this.#told);
    if (!this.picture || !news.length) return;
    const lines = linesOf(news);
    this.lines = [...this.lines, ...lines];
    // Of what was missed, only the newest is shown moving.
    this.fresh = news.slice(aloud ? -MOST_MOVING : -1).flatMap((one) => one.events);
    if (aloud) this.spoken = [...this.spoken, ...lines].slice(-MOST_SPOKEN);
  }

  #linger(piles: Pile[]): void {
    if (!piles.length) return;
    clearTimeout(this.#rest);
    this.lingering = piles;
    this.#rest = setTimeout(() => this.#settle(), LINGER_MS);
  }

  #settle(): void {
    clearTimeout(this.#rest);
    this.lingering = [];
  }

  #sound(before: Picture, after: Picture, told: Told[]): void {
    const mine = after.seat;
    if (after.status === "over" && before.status !== "over") play("won");
    else if (mine !== null && after.actors.includes(mine) && !before.actors.includes(mine)) play("turn");
    else if (told.some((one) => one.events.some((event) => cardsOfEvent(event).length))) play("card");
  }
}
