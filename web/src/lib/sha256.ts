/**
 * SHA-256 and HMAC, by the standard (FIPS 180-4, RFC 2104). The browser's own are only there on encrypted pages, and a
 * table on the home network must be checkable too.
 */

const PRIMES = primes(64);
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const FIRST = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function padded(data: Uint8Array): DataView {
  const size = Math.ceil((data.length + 9) / 64) * 64;
  const bytes = new Uint8Array(size);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 4, data.length * 8);
  return view;
}

export function sha256(data: Uint8Array): Uint8Array {
  const view = padded(data);
  const hash = Int32Array.from(FIRST);
  const words = new Int32Array(64);
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let k = 0; k < 16; k += 1) words[k] = view.getInt32(at + 4 * k);
    for (let k = 16; k < 64; k += 1) {
      const [a, b] = [words[k - 15]!, words[k - 2]!];
      const [low, high] = [turned(a, 7) ^ turned(a, 18) ^ (a >>> 3), turned(b, 17) ^ turned(b, 19) ^ (b >>> 10)];
      words[k] = words[k - 16]! + low + words[k - 7]! + high;
    }
    mix(hash, words);
  }
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, k) => result.setInt32(4 * k, word));
  return new Uint8Array(result.buffer);
}

function mix(hash: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let k = 0; k < 64; k += 1) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUND[k]! + words[k]!) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => (hash[k] = hash[k]! + word));
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
