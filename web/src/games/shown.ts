/** What a game shows on the table, by its face: what lies on the felt, marks of seats, facts at the side. */
import { t } from "../i18n/index.svelte";
import { said } from "../i18n/words";
import { pretty, SUIT_SIGNS, type Suit } from "../lib/cards";
import { listIn, numbersIn, textsIn } from "../lib/faces.svelte";
import type { GameFace, Plain, ShownField, View } from "../protocol";

/** Cards that lie before a seat, or in the middle of the table where the seat is null. */
export interface Pile {
  seat: number | null;
  cards: string[];
  best?: boolean;
}

/** Something to know about the game as it stands. */
export interface Fact {
  label: string;
  text?: string | number;
  cards?: string[];
  seats?: number[];
}

const onFelt = (field: ShownField): boolean => field.place === "middle" && (field.kind === "card" || field.kind === "cards");

/** What lies on the felt: cards before the seats that played them, and in the middle. */
export function piles(face: GameFace, view: View): Pile[] {
  const felt = face.shown.filter(onFelt);
  const middle = textsIn(felt.filter((field) => !field.seated).map((field) => view[field.name] ?? null));
  const before = felt
    .filter((field) => field.seated)
    .flatMap((field) => listIn(view[field.name]).map((cards, seat) => ({ seat, cards: textsIn(cards), best: view[field.best] === seat })));
  return [...before, { seat: null, cards: [...new Set(middle)], best: true }].filter((pile) => pile.cards.length > 0);
}

const label = (face: GameFace, field: ShownField): string => said(face.name, `field.${field.name}`) ?? field.name;

/** A value in a few signs; empty where there is nothing to say. */
function signs(field: ShownField, value: Plain | undefined): string {
  if (field.kind === "cards" && field.unit > 1) return String(textsIn(value).length / field.unit);
  if (field.kind === "card" || field.kind === "cards") return textsIn(value).map(pretty).join(" ");
  if (field.kind === "suit") return textsIn(value).map((suit) => SUIT_SIGNS[suit as Suit]).join(" ");
  if (field.kind === "word") return numbersIn(value).map((at) => field.words[at] ?? "").join(" ");
  if (field.kind === "yes") return value === true ? t("yes") : "";
  return [...numbersIn(value), ...textsIn(value)].filter((one) => one !== 0).join(" ");
}

/** The marks of a seat: that it is the one that a field holds, or what the field has for it. */
export function marks(face: GameFace, view: View, seat: number): string[] {
  return face.shown
    .filter((field) => field.place === "seat")
    .flatMap((field) => {
      const [name, value] = [label(face, field), view[field.name]];
      if (field.seated) return signs(field, listIn(value)[seat]) ? [`${name} ${signs(field, listIn(value)[seat])}`] : [];
      const at = numbersIn(value).indexOf(seat);
      // In a row of seats it matters which is the first.
      return at < 0 ? [] : [field.kind === "seat" && Array.isArray(value) ? `${name} ${at + 1}` : name];
    });
}

/** What is true of the whole table. */
export function facts(face: GameFace, view: View): Fact[] {
  return face.shown
    .filter((field) => field.place !== "seat" && !onFelt(field))
    .flatMap((field): Fact[] => {
      const [name, value] = [label(face, field), view[field.name]];
      if (field.kind === "seat" || field.kind === "seats") return numbersIn(value).length ? [{ label: name, seats: numbersIn(value) }] : [];
      if (field.kind === "cards" && field.unit === 1 && textsIn(value).length) return [{ label: name, cards: [...new Set(textsIn(value))] }];
      if (field.kind === "number") return [{ label: name, text: numbersIn(value).join(" : ") }];
      const text = field.kind === "cards" ? listIn(value).map((one) => signs(field, one)).join(" : ") : signs(field, value);
      return text ? [{ label: name, text }] : [];
    });
}
