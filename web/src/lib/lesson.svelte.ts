/**
 * A lesson as its page shows it: the table, the step, and what is said to an answer. The server has made every picture;
 * here nothing is known of any rules.
 */
import type { Pile } from "../games/shown";
import type { Answer } from "../net/table-socket";
import type { Event, LessonPage, LessonStep, Picture, Update, Verdict } from "../protocol";
import { updated } from "./picture";
import { moving } from "./settings.svelte";
import { play } from "./sounds";
import { type Line, linesOf, lingering } from "./table.svelte";

/** How long the others take for a move. */
const PACE_MS = 850;
const PLACES = "handful-lessons";

/** Where one has stopped, by game and number of a lesson; a lesson whose last step was reached is done. */
export type Places = Record<string, { step: number; done: boolean }>;

export function places(): Places {
  try {
    return JSON.parse(localStorage.getItem(PLACES) ?? "{}") as Places;
  } catch {
    return {};
  }
}

function keep(page: LessonPage, step: number): void {
  const key = `${page.game}/${page.number}`;
  const done = step === page.steps.length - 1 || (places()[key]?.done ?? false);
  try {
    localStorage.setItem(PLACES, JSON.stringify({ ...places(), [key]: { step, done } }));
  } catch {
    // A browser that keeps nothing is learnt with all the same.
  }
}

/** The step at which to go on: the beginning for a lesson that is new, or whose end was reached. */
export function placeOf(page: LessonPage): number {
  const step = places()[`${page.game}/${page.number}`]?.step ?? 0;
  return step > 0 && step < page.steps.length - 1 ? step : 0;
}

/** Asks the server what is said to an answer. */
export type Judge = (step: number, done: number, actions: string[]) => Promise<Verdict>;
type Pause = (ms: number) => Promise<void>;

const wait: Pause = (ms) => new Promise((done) => setTimeout(done, moving(ms)));

export class LessonTable {
  picture = $state.raw<Picture>({} as Picture);
  lines = $state.raw<Line[]>([]);
  fresh = $state.raw<Event[]>([]);
  lingering = $state.raw<Pile[]>([]);
  step = $state(0);
  /** How many moves of the task are done. */
  done = $state(0);
  misses = $state(0);
  verdict = $state.raw<Verdict | null>(null);
  /** The others are playing, or an answer is on its way. */
  busy = $state(false);

  readonly page: LessonPage;
  readonly #judge: Judge;
  readonly #pause: Pause;
  readonly #name: string;
  /** Which run of a step this is: what an earlier one still wanted to show is left out. */
  #run = 0;

  constructor(page: LessonPage, name: string, judge: Judge, pause: Pause = wait) {
    [this.page, this.#name, this.#judge, this.#pause] = [page, name, judge, pause];
    this.picture = this.#begin();
  }

  get now(): LessonStep {
    return this.page.steps[this.step]!;
  }

  /** Whether an answer is waited for. */
  get asks(): boolean {
    return !this.busy && this.done < this.now.own.length;
  }

  get answered(): boolean {
    return this.now.own.length > 0 && this.done === this.now.own.length;
  }

  get atEnd(): boolean {
    return this.step === this.page.steps.length - 1;
  }

  /** Begin a step: all that came before it has happened. */
  async go(step: number): Promise<void> {
    const run = ++this.#run;
    const earlier = this.page.steps.slice(0, step).flatMap((one) => [...one.before, ...one.own.map((move) => move.update), ...one.after]);
    this.picture = earlier.reduce<Picture>(updated, this.#begin());
    this.lines = earlier.flatMap((update) => linesOf(this.page.game, update.told));
    [this.fresh, this.lingering, this.verdict] = [[], [], null];
    [this.step, this.done, this.misses] = [step, 0, 0];
    keep(this.page, step);
    await this.#show(this.now.before, run);
  }

  /** Answer the task; what is not the right answer is judged by the server. */
  async answer(actions: string[]): Promise<Answer> {
    const right = this.now.own.slice(this.done, this.done + actions.length).map((move) => move.action);
    if (right.length === actions.length && right.every((action, k) => action === actions[k])) {
      await this.#advance(actions.length);
      return { done: true, number: this.picture.number, table: this.picture.table };
    }
    const run = this.#run;
    const verdict = await this.#judge(this.step, this.done, actions);
    if (run === this.#run) {
      [this.verdict, this.misses] = [verdict, this.misses + 1];
      play("refused");
    }
    return { done: false, refused: { code: "lesson", sentence: verdict.sentence } };
  }

  /** Do what is right. */
  async showMe(): Promise<void> {
    await this.#advance(this.now.own.length - this.done);
  }

  async #advance(count: number): Promise<void> {
    const run = this.#run;
    const moves = this.now.own.slice(this.done, this.done + count);
    this.verdict = null;
    for (const move of moves) this.#take(move.update);
    this.done += count;
    if (this.answered) {
      this.verdict = { right: true, sentence: this.now.right, rule: "" };
      await this.#show(this.now.after, run);
    }
  }

  /** Let the others play, one after the other. */
  async #show(updates: readonly Update[], run: number): Promise<void> {
    if (!updates.length) return;
    this.busy = true;
    for (const update of updates) {
      await this.#pause(PACE_MS);
      if (run !== this.#run) return;
      this.#take(update);
    }
    this.busy = false;
  }

  #take(update: Update): void {
    const before = this.picture;
    this.picture = updated(before, update);
    this.lingering = lingering(before, this.picture, update.told);
    this.lines = [...this.lines, ...linesOf(this.page.game, update.told)];
    this.fresh = update.told.flatMap((one) => one.events);
    play("card");
  }

  #begin(): Picture {
    const { begin } = this.page;
    return { ...begin, seats: begin.seats.map((seat, at) => (at === begin.seat ? { ...seat, name: this.#name } : seat)) };
  }
}

/** Light some cards of the table, and dim the others, until the returned function is called. */
export function light(cards: readonly string[]): () => void {
  if (!cards.length) return () => undefined;
  const lit = cards.map((card) => `[data-face="${card}"]`).join(",");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .lesson-scene :is(${lit}) { outline: 3px solid var(--gold); outline-offset: 1px; border-radius: 8%; box-shadow: 0 0 14px 2px var(--gold); }
    .lesson-scene .hand [data-face]:not(${lit}) { filter: brightness(0.62); }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
