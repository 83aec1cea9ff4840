/** The shuffle of a table, checked here and not by the server that made it. The steps are those of docs/shuffle.md. */
import { type CardText, RANKS } from "./cards";
import { hmac, sha256 } from "./sha256";

const WORDS = 2 ** 32;

/** All that the chance of a game follows from. */
export interface Shuffle {
  table: string;
  /** In hex. */
  secret: string;
  /** By seat. */
  nonces: string[];
}

export function commitment(secret: string): string {
  return toHex(sha256(fromHex(secret)));
}

export class Dice {
  #drawn = 0;
  #block = new DataView(new ArrayBuffer(32));
  readonly #key: Uint8Array;
  readonly #text: string;

  constructor(shuffle: Shuffle) {
    this.#key = fromHex(shuffle.secret);
    const seats = shuffle.nonces.map((nonce, seat) => `${seat}:${nonce}`);
    this.#text = ["handful shuffle 1", shuffle.table, ...seats, ""].join("\n");
  }

  /** The next 32-bit word. */
  word(): number {
    const place = this.#drawn % 8;
    if (!place) {
      const message = new TextEncoder().encode(`${this.#text}${this.#drawn / 8}`);
      this.#block = new DataView(hmac(this.#key, message).buffer as ArrayBuffer);
    }
    this.#drawn += 1;
    return this.#block.getUint32(4 * place);
  }

  /** One of 0 … n − 1, each as likely as the other. */
  below(n: number): number {
    const end = WORDS - (WORDS % n);
    let word = this.word();
    while (word >= end) word = this.word();
    return word % n;
  }

  /** Cards from one number to another in a random order. */
  deck(from: number, size: number): number[] {
    const deck = Array.from({ length: size }, (_, k) => from + k);
    for (let last = size - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [deck[last], deck[other]] = [deck[other]!, deck[last]!];
    }
    return deck;
  }
}

type Dealing = (dice: Dice, seats: number, options: Record<string, string>) => number[][];

/** Whole hands, one seat after the other. */
function hands(deck: number[], seats: number, each: number): number[][] {
  return Array.from({ length: seats }, (_, seat) => deck.slice(seat * each, (seat + 1) * each));
}

/** How each game deals when it begins. */
const FIRST_DEALS: Record<string, Dealing> = {
  half_suit: (dice) => hands(dice.deck(0, 54), 6, 9),
  thirteam: (dice, seats) => hands(dice.deck(0, seats === 4 ? 52 : 54).reverse(), seats, seats === 4 ? 13 : 9),
  claim: (dice, seats) => {
    dice.below(seats);
    return hands(dice.deck(0, 52).reverse(), seats, 3);
  },
  top_suit: (dice, seats) => {
    dice.below(seats);
    return hands(dice.deck(0, 52), seats, seats === 3 ? 10 : 8);
  },
  spar: (dice, seats, options) => {
    const dealer = dice.below(seats);
    const first = options["first"] === "left" ? dealer + 1 : dealer + seats - 1;
    const deck = dice.deck(16, 32).reverse();
    const dealt: number[][] = Array.from({ length: seats }, () => []);
    for (const each of [3, 2]) for (let k = 0; k < seats; k += 1) dealt[(first + k) % seats]!.push(...deck.splice(0, each));
    return dealt;
  },
};

/** The hands that a game must have begun with, each lowest card first; null for a game that is not known here. */
export function firstHands(game: string, shuffle: Shuffle, options: Record<string, string>): CardText[][] | null {
  const dealing = FIRST_DEALS[game];
  if (!dealing) return null;
  const dealt = dealing(new Dice(shuffle), shuffle.nonces.length, options);
  return dealt.map((hand) => hand.sort((one, other) => one - other).map(cardText));
}

function cardText(card: number): CardText {
  if (card > 51) return card === 52 ? "Xb" : "Xr";
  return RANKS[card >> 2]! + "scdh"[card & 3]!;
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
