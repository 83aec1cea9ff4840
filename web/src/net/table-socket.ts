/**
 * The connection of one table. It heals by itself: a command that was not answered is sent again, under the same id,
 * after the next welcome, so that it is done exactly once.
 */
import type { Refused } from "../i18n/words";
import { randomText } from "../lib/random";
import type { FromPlayer, ToPlayer } from "../protocol";

/** Where the connection stands. `taken`, `unknown` and `closed` do not heal. */
export type Link = "connecting" | "live" | "lost" | "taken" | "unknown" | "closed";

export type Answer = { done: true; number: number; table: string } | { done: false; refused: Refused };

type WithId = Extract<FromPlayer, { id: string }>;
/** A command as the page gives it: the id is the connection's own affair. */
export type Wish = WithId extends infer One ? (One extends WithId ? Omit<One, "id"> : never) : never;

export interface SocketLike {
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export interface Listener {
  seen(): number;
  heard(message: ToPlayer): void;
  linked(link: Link, said: Refused | null): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** A connection that is silent for so long is asked whether it is still there, and then given up. */
const QUIET_MS = 20_000;
const PATIENCE_MS = 6_000;
const TAKEN_OVER = 4001;
const UNKNOWN_TABLE = 4404;

/** How long to wait before trying again: twice as long each time, with chance, so that not all come back at once. */
export function backoff(tries: number, random: () => number = Math.random): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS);
  return longest * (0.5 + random() / 2);
}

interface Waiting {
  command: WithId;
  answer: (answer: Answer) => void;
}

export class TableSocket {
  #socket: SocketLike | null = null;
  #waiting = new Map<string, Waiting>();
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setTimeout> | undefined;
  #link: Link = "connecting";
  #said: Refused | null = null;
  #heals = true;
  readonly #make: () => SocketLike;
  readonly #listener: Listener;

  constructor(make: () => SocketLike, listener: Listener) {
    this.#make = make;
    this.#listener = listener;
  }

  get link(): Link {
    return this.#link;
  }

  open(): void {
    clearTimeout(this.#retry);
    this.#forget();
    const socket = this.#make();
    this.#socket = socket;
    socket.onopen = () => {
      this.#say({ type: "hello", seen: this.#listener.seen() });
      this.#watch(PATIENCE_MS);
    };
    socket.onmessage = (event) => {
      if (typeof event.data === "string") this.#hear(JSON.parse(event.data) as ToPlayer);
    };
    socket.onclose = (event) => this.#closed(event.code);
  }

  /** Leave for good. */
  close(): void {
    this.#heals = false;
    clearTimeout(this.#retry);
    this.#forget();
    this.#enter("closed");
  }

  /** Do something; the answer comes when the server has it durably, or has refused it. */
  send(wish: Wish): Promise<Answer> {
    const command = { ...wish, id: randomText() } as WithId;
    return new Promise((answer) => {
      this.#waiting.set(command.id, { command, answer });
      if (this.#link === "live") {
        this.#say(command);
        this.#watch(PATIENCE_MS);
      }
    });
  }

  /** The network or the page is back: do not wait any longer. */
  wake(): void {
    if (this.#link === "lost" && this.#heals) this.open();
    else if (this.#link === "live") this.#ask();
  }

  /** The network says that it is gone: show it at once. */
  sleep(): void {
    if (this.#link === "live" || this.#link === "connecting") this.#closed(0);
  }

  /** Ask for the whole picture. */
  refresh(): void {
    if (this.#link === "live") this.#ask();
  }

  #ask(): void {
    this.#say({ type: "hello", seen: this.#listener.seen() });
    this.#watch(PATIENCE_MS);
  }

  #say(message: FromPlayer): void {
    try {
      this.#socket?.send(JSON.stringify(message));
    } catch {
      this.#closed(0);
    }
  }

  #hear(message: ToPlayer): void {
    this.#watch(QUIET_MS);
    if (message.type === "ack") this.#answer(message.id, { done: true, number: message.number, table: message.table ?? "" });
    else if (message.type === "refused") this.#answer(message.id, { done: false, refused: message });
    else if (message.type === "bye") this.#said = message;
    this.#listener.heard(message);
    if (message.type === "welcome") this.#welcomed();
  }

  #welcomed(): void {
    this.#tries = 0;
    this.#said = null;
    if (this.#link === "live") return;
    this.#enter("live");
    for (const { command } of this.#waiting.values()) this.#say(command);
  }

  #answer(id: string, answer: Answer): void {
    this.#waiting.get(id)?.answer(answer);
    this.#waiting.delete(id);
  }

  /** Silence for so long means that the connection is asked, or if it was asked already, that it is dead. */
  #watch(ms: number): void {
    clearTimeout(this.#pulse);
    this.#pulse = setTimeout(() => {
      if (ms === QUIET_MS && this.#link === "live") this.#ask();
      else this.#closed(0);
    }, ms);
  }

  #closed(code: number): void {
    this.#forget();
    if (!this.#heals) return;
    if (code === TAKEN_OVER || code === UNKNOWN_TABLE) {
      this.#heals = false;
      this.#enter(code === TAKEN_OVER ? "taken" : "unknown");
      return;
    }
    this.#enter("lost");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), backoff(this.#tries));
    this.#tries += 1;
  }

  /** Connect anew: to take this table back from another tab, or as somebody whom the server knows by now. */
  reopen(): void {
    this.#heals = true;
    this.#enter("connecting");
    this.open();
  }

  #forget(): void {
    clearTimeout(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #enter(link: Link): void {
    if (link === this.#link) return;
    this.#link = link;
    this.#listener.linked(link, this.#said);
  }
}
