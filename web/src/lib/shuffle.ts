/**
 * The shuffle of a table, checked here and not by the server that made it. The steps are those of docs/shuffle.md. The
 * browser's own SHA-256 is only there on encrypted pages, and a table on the home network must be checkable too.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { type CardText, RANKS } from "./cards";

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
  return bytesToHex(sha256(hexToBytes(secret)));
}

export class Dice {
  #drawn = 0;
  #block = new DataView(new ArrayBuffer(32));
  readonly #key: Uint8Array;
  readonly #text: string;

  constructor(shuffle: Shuffle) {
    this.#key = hexToBytes(shuffle.secret);
    const seats = shuffle.nonces.map((nonce, seat) => `${seat}:${nonce}`);
    this.#text = ["handful shuffle 1", shuffle.table, ...seats, ""].join("\n");
  }

  /** The next 32-bit word. */
  word(): number {
    const place = this.#drawn % 8;
    if (!place) {
      const message = new TextEncoder().encode(`${this.#text}${this.#drawn / 8}`);
      this.#block = new DataView(hmac(sha256, this.#key, message).buffer);
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

/** Whole hands, one seat after the other. */
export function hands(deck: number[], seats: number, each: number): number[][] {
  return Array.from({ length: seats }, (_, seat) => deck.slice(seat * each, (seat + 1) * each));
}

/** Hands as texts, each lowest card first. */
export function inOrder(dealt: number[][]): CardText[][] {
  return dealt.map((hand) => hand.sort((one, other) => one - other).map(cardText));
}

function cardText(card: number): CardText {
  if (card > 51) return card === 52 ? "Xb" : "Xr";
  return RANKS[card >> 2]! + "scdh"[card & 3]!;
}
