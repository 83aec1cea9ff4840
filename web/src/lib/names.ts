/** Cards, seats and events in the words of the reader's language. */
import { list, maybe, number, t } from "../i18n/index.svelte";
import type { Values } from "../i18n/format";
import type { Event, Picture } from "../protocol";
import { type CardText, isCard, isJoker, isSuit, pretty, rankOf, rankSign, suitOf } from "./cards";
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

/** An event as a sentence: ours in the reader's language, else the server's own. */
export function eventSentence(event: Event, picture: Picture): string {
  const [key, values] = [`event.${picture.game}.${event.event}`, spokenValues(event, picture)];
  const whole = maybe(key, event.sentence, values);
  return Object.values(event).includes(null) ? maybe(`${key}.hidden`, whole, values) : whole;
}

const SEAT_VALUES = new Set(["seat", "other", "holder", "dealer", "leader", "first"]);
const SEATS_VALUES = new Set(["seats", "winners"]);

function spokenValues(event: Event, picture: Picture): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(event)) values[name] = spokenValue(name, value, picture);
  return values;
}

function spokenValue(name: string, value: unknown, picture: Picture): string | number {
  if (SEAT_VALUES.has(name)) return nameOf(picture, value as number | null);
  if (SEATS_VALUES.has(name)) {
    const seats = value as number[];
    return seats.length ? list(seats.map((seat) => nameOf(picture, seat))) : t("nobody");
  }
  if (Array.isArray(value)) return value.length ? value.map((one) => pretty(String(one))).join(" ") : t("no_cards");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "string" && isCard(value)) return pretty(value);
  if (typeof value === "string" && isSuit(value)) return suitName(value);
  return typeof value === "number" ? number(value) : String(value ?? "");
}

/** A word of an action, such as `skip` or `for-other-team`, on a button. */
export function actionWord(game: string, word: string): string {
  return maybe(`action.${game}.${word}`, maybe(`action.${word}`, word));
}

/** A whole action in words, for a button or a screen reader. */
export function actionName(picture: Picture, verb: string, cards: readonly CardText[], top: CardText | null): string {
  const shown = cards.map(pretty).join(" ");
  const word = actionWord(picture.game, verb || "play");
  const said = shown ? t("action.with_cards", { action: word, cards: shown }) : word;
  return top ? t("action.top", { action: said, card: pretty(top) }) : said;
}
