/** Cards, seats and events in the words of the reader's language. */
import { list, maybe, number, t } from "../i18n/index.svelte";
import { said } from "../i18n/words";
import type { Event, Picture, Plain } from "../protocol";
import { type CardText, isJoker, pretty, rankOf, rankSign, suitOf } from "./cards";
import { faceOf, numbersIn, textsIn } from "./faces.svelte";
import { seatName } from "./picture";

/** A card as a screen reader says it: "ten of diamonds". */
export function cardName(card: CardText): string {
  if (isJoker(card)) return t(card === "Xr" ? "card.red_joker" : "card.black_joker");
  const rank = rankOf(card) > 10 ? maybe(`rank.${card[0]}`, rankSign(card)) : rankSign(card);
  return t("card.of", { rank, suit: suitName(suitOf(card)) });
}

export function suitName(suit: string): string {
  return maybe(`suit.${suit}`, suit);
}

export function nameOf(picture: Picture, seat: number | null): string {
  if (seat === null || seat < 0) return t("nobody");
  return seatName(picture, seat, { bot: t("seat.bot"), seat: t("seat.seat") });
}

/** "You" to whoever sits there and does not only look on; a name in a list, not in a sentence. */
export function youOr(picture: Picture, seat: number | null, watching: boolean): string {
  return seat !== null && seat === picture.seat && !watching ? t("result.you") : nameOf(picture, seat);
}

/**
 * An event as a sentence in the reader's language; its name until the words of the game are there. To a reader of whom
 * it tells it says "you", where the game has a sentence to whoever stands in that value.
 */
export function eventSentence(event: Event, picture: Picture, reader: number | null = picture.seat): string {
  const kinds = Object.entries(faceOf(picture.game).events[event.event] ?? {});
  const told = kinds.some(([name]) => event[name] === null) ? [`event.${event.event}.hidden`, `event.${event.event}`] : [`event.${event.event}`];
  const say = (key: string, you: number | null) => said(picture.game, key, Object.fromEntries(kinds.map(([name, kind]) => [name, spoken(kind, event[name] ?? null, picture, you)])));
  const mine = kinds.filter(([name, kind]) => isSeats(kind) && reader !== null && numbersIn(event[name] ?? null).includes(reader));
  for (const [name] of mine) {
    const toMe = say(`${told[0]}.to.${name}`, reader);
    if (toMe !== undefined) return toMe;
  }
  return told.map((key) => say(key, null)).find((text) => text !== undefined) ?? event.event;
}

const isSeats = (kind: string) => kind === "seat" || kind === "seats";

/** A value of an event in words, by what it stands for. */
function spoken(kind: string, value: Plain, picture: Picture, reader: number | null): string {
  if (isSeats(kind)) {
    const seats = numbersIn(value);
    return seats.length ? list(seats.map((seat) => (seat === reader ? t("seat.you") : nameOf(picture, seat)))) : t("nobody");
  }
  if (kind === "card" || kind === "cards") return textsIn(value).map(pretty).join(" ") || t("no_cards");
  if (kind === "suit") return textsIn(value).map(suitName).join(" ");
  if (kind === "yes") return t(value ? "yes" : "no");
  return numbersIn(value).map(number).join(" ");
}

/** A word of an action, such as `skip` or `for-other-team`, on a button. */
export function actionWord(game: string, word: string): string {
  return said(game, `action.${word}`) ?? word;
}

/** A whole action in words, for a button or a screen reader. */
export function actionName(picture: Picture, verb: string, cards: readonly CardText[], top: CardText | null): string {
  const shown = cards.map(pretty).join(" ");
  const word = actionWord(picture.game, verb || "play");
  const whole = shown ? t("action.with_cards", { action: word, cards: shown }) : word;
  return top ? t("action.top", { action: whole, card: pretty(top) }) : whole;
}
