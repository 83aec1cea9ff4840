/** A table as the page sees it: the picture, the story so far, and the connection that keeps both true. */
import { type Pile, piles } from "../games/shown";
import { t } from "../i18n/index.svelte";
import { type Refused, refusal } from "../i18n/words";
import { api, socketTo } from "../net/api";
import { type Answer, type Link, TableSocket, type Wish } from "../net/table-socket";
import type { Event, Picture, Presence, Reacted, Told, ToPlayer, Update } from "../protocol";
import { faceOf, numbersIn, ruleBehind, textsIn } from "./faces.svelte";
import { follows, updated } from "./picture";
import { rememberCommitment } from "./remembered";
import { moving } from "./settings.svelte";
import { play } from "./sounds";
import { type Note, note } from "./toasts.svelte";

/** One sentence of the record. */
export interface Line<GameEvent = Event> {
  id: number;
  number: number;
  event: GameEvent;
  seats: number[];
  cards: string[];
  /** The first line of an entry. */
  first: boolean;
}

/** How long a reaction is shown. */
const REACTION_MS = 4000;
/** How long a finished trick stays on the table: shorter where one is asked next. A press or a newer event ends it. */
const LINGER_MS = 1100;
const LINGER_ASKED_MS = 700;
/** How long a refusal is shown. */
const REFUSAL_MS = 6000;
/** So many sentences are kept for those who listen: more than one move ever tells. */
const MOST_SPOKEN = 80;
const MOST_MOVING = 8;
/** The entry that opens a table; it tells nothing. */
const OPENING = 1;

/** The seats, and the cards, that an event tells of. */
function valuesOf(game: string, event: Event): { seats: number[]; cards: string[] } {
  const kinds = Object.entries(faceOf(game).events[event.event] ?? {});
  const of = (...wanted: string[]) => kinds.filter(([, kind]) => wanted.includes(kind)).map(([name]) => event[name] ?? null);
  return { seats: numbersIn(of("seat")), cards: textsIn(of("card", "cards")) };
}

export function linesOf(game: string, told: readonly Told[]): Line[] {
  return told.flatMap((entry) =>
    entry.events.map((event, k) => ({
      id: entry.number * 100 + k,
      number: entry.number,
      event,
      ...valuesOf(game, event),
      first: k === 0,
    })),
  );
}

/** What was played in an update and is no longer on the table after it: it stays for a moment. */
export function lingering(before: Picture, after: Picture, told: readonly Told[]): Pile[] {
  const face = faceOf(after.game);
  const plays = linesOf(after.game, told).filter((one) => face.plays.includes(one.event.event));
  if (!plays.length || !before.view || !after.view) return [];
  const there = piles(face, after.view).flatMap((pile) => pile.cards);
  const lost = plays.filter((one) => !one.cards.every((card) => there.includes(card)));
  if (!lost.length) return [];
  const others = piles(face, before.view).filter((pile) => !lost.some((one) => one.seats[0] === pile.seat));
  return [...others, ...lost.map((one) => ({ seat: one.seats[0] ?? null, cards: one.cards }))];
}

/** Events with which a new deal begins: what comes before them still belongs to the trick on the table. */
const BEGINNINGS = ["shuffled", "dealt"];

/** What ends a trick, and what begins the next deal. */
export function parted(game: string, events: readonly Event[]): [Event[], Event[]] {
  const at = events.findIndex((event) => event.event === faceOf(game).round || BEGINNINGS.includes(event.event));
  return at < 0 ? [[...events], []] : [events.slice(0, at), events.slice(at)];
}

export class Table {
  picture = $state.raw<Picture | null>(null);
  lines = $state.raw<Line[]>([]);
  /** What is said aloud: only what happens while one looks on. */
  spoken = $state.raw<Line[]>([]);
  /** A trick that is over and still shown: the picture is that from before its end, and nobody is asked. */
  lingering = $state.raw<Pile[]>([]);
  /** The trick before. */
  last = $state.raw<Pile[]>([]);
  /** Why the last wish was refused, and the rule behind that; for a while. */
  refused = $state.raw<{ why: string; rule: Note["link"] } | null>(null);
  /** The clock ran out, and something was done for the player. */
  lapsed = $state(false);
  /** The newest events, for scenes that show them moving. */
  fresh = $state.raw<Event[]>([]);
  reactions = $state.raw<(Reacted & { id: number })[]>([]);
  /** Who is here, and who looks on. */
  presence = $state.raw<Presence | null>(null);
  link = $state<Link>("connecting");
  /** What the server said when it closed the connection. */
  said = $state.raw<Refused | null>(null);
  /** Earlier events are not on the record. */
  incomplete = $state(false);
  waiting = $state(false);

  readonly #socket: TableSocket;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #excuse: ReturnType<typeof setTimeout> | undefined;
  /** What is to be shown when the trick on the table has been seen. */
  #next: (() => void) | null = null;
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
      clearTimeout(this.#excuse);
      this.#socket.close();
    };
  }

  /** Give a command; a refusal is shown as a note. */
  async send(wish: Wish): Promise<Answer> {
    const answer = await this.#socket.send(wish);
    if (!answer.done) this.#refuse(answer.refused);
    return answer;
  }

  /** At the table a refusal stands at one's hand, elsewhere it is a note. */
  #refuse(refused: Refused): void {
    const game = this.picture?.game ?? "";
    const [why, number] = [refusal(refused, game), ruleBehind(game, refused)];
    const rule = number ? { path: `/rules/${game}#${number}`, text: t("rules.rule", { rule: number }) } : null;
    play("refused");
    clearTimeout(this.#excuse);
    if (this.picture?.status !== "playing") return note(why, "refused", rule);
    this.refused = { why, rule };
    this.#excuse = setTimeout(() => (this.refused = null), REFUSAL_MS);
  }

  /** Do an action, or the steps of one. */
  async act(...actions: string[]): Promise<Answer> {
    this.skip();
    [this.waiting, this.refused, this.lapsed] = [true, null, false];
    const answer = await this.send({ type: "act", actions, seen: this.picture?.number ?? 0 });
    this.waiting = false;
    return answer;
  }

  /** Put earlier events on the record, those just before the first. */
  async earlier(): Promise<void> {
    const first = this.lines[0]?.number ?? this.#told + 1;
    const told = await api.story(this.#id, first).catch((error: Error) => void note(error.message, "refused"));
    if (!told || first !== (this.lines[0]?.number ?? this.#told + 1)) return;
    this.lines = [...linesOf(this.picture?.game ?? "", told), ...this.lines];
    this.incomplete = told.length > 0 && told[0]!.number > OPENING + 1;
  }

  /** Connect anew; what is sent meanwhile waits for the welcome. */
  reconnect(): void {
    this.#socket.reopen();
  }

  /** Show what is so by now, and no longer what led to it. */
  skip(): void {
    clearTimeout(this.#rest);
    const next = this.#next;
    this.#next = null;
    this.lingering = [];
    next?.();
  }

  #hear(message: ToPlayer): void {
    if (["welcome", "update", "fresh"].includes(message.type)) this.skip();
    if (message.type === "welcome") this.#welcome(message.picture, message.missed, message.complete);
    else if (message.type === "update") this.#update(message);
    else if (message.type === "fresh") this.picture = message.picture;
    else if (message.type === "reacted") this.#react(message);
    if (message.type === "welcome") this.presence = message.presence;
    else if (message.type === "presence") this.presence = message;
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
    const gone = lingering(before, after, message.told);
    const events = message.told.slice(-MOST_MOVING).flatMap((one) => one.events);
    const mine = after.seat;
    if (message.told.some((one) => one.by === "clock" && one.seat === mine)) this.lapsed = true;
    this.#write(message.told, true);
    this.#told = message.number;
    if (gone.length) this.last = gone;
    this.#sound(before, after, message.told);
    const asked = mine !== null && after.actors.includes(mine);
    const stay = gone.length ? moving(asked ? LINGER_ASKED_MS : LINGER_MS) : 0;
    if (!stay) return this.#show(after, events);
    const [end, beginning] = parted(after.game, events);
    this.#show({ ...before, actors: [], legal: [], decision: null, deadlines: before.deadlines.map(() => null) }, end);
    this.lingering = gone;
    this.#next = () => {
      play("gather");
      this.#show(after, beginning);
    };
    this.#rest = setTimeout(() => this.skip(), stay);
  }

  #show(picture: Picture, events: Event[]): void {
    this.picture = picture;
    if (events.length) this.fresh = events;
  }

  #tell(told: Told[], aloud: boolean): void {
    const news = told.filter((one) => one.number > this.#told);
    // Of what was missed, only the newest is shown moving.
    if (this.#write(told, aloud)) this.fresh = news.slice(aloud ? -MOST_MOVING : -1).flatMap((one) => one.events);
  }

  /** Put what is new on the record; whether anything is. */
  #write(told: Told[], aloud: boolean): boolean {
    const game = this.picture?.game;
    const lines = game === undefined ? [] : linesOf(game, told.filter((one) => one.number > this.#told));
    this.lines = [...this.lines, ...lines];
    if (aloud) this.spoken = [...this.spoken, ...lines].slice(-MOST_SPOKEN);
    return lines.length > 0;
  }

  #sound(before: Picture, after: Picture, told: Told[]): void {
    const [mine, face] = [after.seat, faceOf(after.game)];
    const names = told.flatMap((one) => one.events.map((event) => event.event));
    if (after.status === "over" && before.status !== "over") play(mine !== null && after.result?.winners.includes(mine) ? "won" : "over");
    else if (mine !== null && after.actors.includes(mine) && !before.actors.includes(mine)) play("turn");
    else if (names.includes("dealt")) play("slide");
    else if (names.some((name) => face.plays.includes(name))) play("card");
  }
}
