/** What is played at a table, in words: the same before it is opened, in its waiting room, and in the lobby. */
import { either, number, t } from "../i18n/index.svelte";
import { said } from "../i18n/words";
import type { GameFace, OptionFace } from "../protocol";
import { clockSeconds, faceOf, optionWord, titleOf } from "./faces.svelte";

export interface Plan {
  game: string;
  seats: number;
  /** Those that differ from their defaults. */
  options: Readonly<Record<string, string>>;
  clock: string;
  public: boolean;
  drawn: boolean;
}

/** How many can play: "2–6", or "4 or 6". */
export function seatsWord(face: GameFace): string {
  const [first = 0, last = 0] = [face.seats[0], face.seats.at(-1)];
  if (first === last) return number(first);
  return last - first === face.seats.length - 1 ? `${number(first)}–${number(last)}` : either(face.seats.map(number));
}

/** A clock in seconds, on a button. */
export function clockWord(clock: string): string {
  const seconds = clockSeconds(clock);
  return seconds === null ? t("clock.off") : t("clock.seconds", { seconds });
}

/** A clock in a sentence: so many seconds a move. */
export function clockPhrase(clock: string): string {
  const seconds = clockSeconds(clock);
  return seconds === null ? t("clock.off") : t("clock.a_move", { seconds });
}

/** What a clock means. */
export function clockMeaning(clock: string): string {
  return t(clockSeconds(clock) === null ? "clock.off_meaning" : "clock.meaning");
}

export function isSwitch(option: OptionFace): boolean {
  return option.words.length === 2 && option.words.includes("yes") && option.words.includes("no");
}

/** An option and its value: what is switched on needs no value. */
export function optionPhrase(game: string, name: string, value: string): string {
  const label = said(game, `option.${name}`) ?? name;
  const option = faceOf(game).options[name];
  return option && isSwitch(option) && value === "yes" ? label : t("open.option", { option: label, value: optionWord(game, name, value) });
}

/** A table in one sentence or two. */
export function summary(plan: Plan): string {
  const chosen = Object.entries(plan.options).map(([name, value]) => optionPhrase(plan.game, name, value));
  return [
    t("open.sentence", { game: titleOf(plan.game), count: plan.seats, clock: clockPhrase(plan.clock) }),
    chosen.length ? t("open.with", { options: chosen.join(" · ") }) : "",
    plan.drawn ? t("seating.drawn") : "",
    t(plan.public ? "open.everybody_sentence" : "open.link_sentence"),
  ]
    .filter(Boolean)
    .join(" ");
}
