/**
 * A text as a QR code (ISO/IEC 18004): bytes, error correction level L, versions 1 to 13, which is up to 425 bytes. Drawn
 * here so that nobody else learns the text.
 */

/** By version: all codewords, error correction codewords a block, blocks. */
const SIZES: readonly (readonly [number, number, number])[] = [
  [26, 7, 1], [44, 10, 1], [70, 15, 1], [100, 20, 1], [134, 26, 1], [172, 18, 2], [196, 20, 2], [242, 24, 2], [292, 30, 2], [346, 18, 4],
  [404, 20, 4], [466, 24, 4], [532, 26, 4],
];
const LEVEL_L = 0b01;

export type Matrix = boolean[][];

const [EXP, LOG] = powers();

/** The field of 256 elements, by its powers of 2. */
function powers(): [number[], number[]] {
  const [exp, log] = [new Array<number>(512).fill(0), new Array<number>(256).fill(0)];
  for (let k = 0, x = 1; k < 255; k += 1, x = x > 127 ? (x << 1) ^ 0x11d : x << 1) {
    [exp[k], exp[k + 255], log[x]] = [x, x, k];
  }
  return [exp, log];
}

function times(a: number, b: number): number {
  return a && b ? EXP[LOG[a]! + LOG[b]!]! : 0;
}

/** The Reed–Solomon codewords of some data. */
export function corrections(data: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let k = 0; k < count; k += 1) {
    const next = [...divisor, 0];
    divisor.forEach((one, at) => (next[at + 1] = next[at + 1]! ^ times(one, EXP[k]!)));
    divisor = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let k = 0; k < data.length; k += 1) {
    const lead = rest[k]!;
    divisor.forEach((one, at) => (rest[k + at] = rest[k + at]! ^ times(one, lead)));
  }
  return rest.slice(data.length);
}

/** Some bits with their BCH code behind them. */
export function protectedBits(value: number, bits: number, generator: number): number {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); at >= bits; at = 31 - Math.clz32(rest)) rest ^= generator << (at - bits);
  return (value << bits) | rest;
}

export function formatBits(mask: number): number {
  return protectedBits((LEVEL_L << 3) | mask, 10, 0x537) ^ 0x5412;
}

/** All codewords of a text in the order in which they are placed, and the version. */
function codewords(text: string): { version: number; words: number[] } {
  const bytes = [...new TextEncoder().encode(text)];
  const room = (index: number) => SIZES[index]![0] - SIZES[index]![1] * SIZES[index]![2];
  const at = SIZES.findIndex((_, index) => bytes.length + (index < 9 ? 2 : 3) <= room(index));
  if (at < 0) throw new Error("This text is too long for a QR code.");
  const size = bytes.length.toString(2).padStart(at < 9 ? 8 : 16, "0");
  const bits = `0100${size}${bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("")}0000`;
  const data = (bits.match(/.{1,8}/g) ?? []).map((one) => parseInt(one.padEnd(8, "0"), 2)).slice(0, room(at));
  for (let k = 0; data.length < room(at); k += 1) data.push(k % 2 ? 0x11 : 0xec);
  return { version: at + 1, words: interleaved(data, SIZES[at]![1], SIZES[at]![2]) };
}

function interleaved(data: readonly number[], count: number, blocks: number): number[] {
  const short = Math.floor(data.length / blocks);
  const firstLong = blocks - (data.length % blocks);
  const parts = Array.from({ length: blocks }, (_, k) => {
    const from = k * short + Math.max(0, k - firstLong);
    return data.slice(from, from + short + (k >= firstLong ? 1 : 0));
  });
  const checks = parts.map((part) => corrections(part, count));
  const woven = (rows: number[][], length: number) => Array.from({ length }, (_, k) => rows.map((row) => row[k])).flat().filter((one) => one !== undefined);
  return [...woven(parts, short + 1), ...woven(checks, count)];
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** What every code of a version has: finders, timing, alignment; null where data goes. */
function frame(version: number): (boolean | null)[][] {
  const size = version * 4 + 17;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark;
  };
  for (let k = 0; k < size; k += 1) {
    set(6, k, k % 2 === 0);
    set(k, 6, k % 2 === 0);
  }
  const square = (x: number, y: number, reach: number, light: readonly number[]) => {
    for (let dy = -reach; dy <= reach; dy += 1) for (let dx = -reach; dx <= reach; dx += 1) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  const stops = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
  const corner = (x: number, y: number) => (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
  for (const y of stops) for (const x of stops) if (!corner(x, y)) square(x, y, 2, [1]);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, [2, 4]);
  return grid;
}

/** Where the bits of the format, and of the version, are written: lowest bit first, each twice. */
function formatPlaces(size: number): [x: number, y: number][][] {
  return Array.from({ length: 15 }, (_, k): [number, number][] => [
    k < 6 ? [8, k] : k < 8 ? [8, k + 1] : k === 8 ? [7, 8] : [14 - k, 8],
    k < 8 ? [size - 1 - k, 8] : [8, size - 15 + k],
  ]);
}

function versionPlaces(size: number): [x: number, y: number][][] {
  return Array.from({ length: 18 }, (_, k): [number, number][] => {
    const [a, b] = [size - 11 + (k % 3), Math.floor(k / 3)];
    return [[a, b], [b, a]];
  });
}

/** The places of the data, in order: up and down in columns of two, from the right. */
export function dataPlaces(version: number): [x: number, y: number][] {
  const grid = frame(version);
  const size = grid.length;
  const taken = [...formatPlaces(size), ...(version > 6 ? versionPlaces(size) : [])].flat();
  for (const [x, y] of [...taken, [8, size - 8] as [number, number]]) grid[y]![x] = true;
  const found: [number, number][] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let k = 0; k < size; k += 1) {
      const y = up ? size - 1 - k : k;
      for (const x of [right, right - 1]) if (grid[y]![x] === null) found.push([x, y]);
    }
  }
  return found;
}

/** How hard a code is to read: long runs, blocks, and too much of one colour. */
function penalty(code: Matrix): number {
  const size = code.length;
  let points = 0;
  const lines = [...code, ...code.map((_, x) => code.map((row) => row[x]!))];
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const here = code[y]![x];
      if (here === code[y - 1]![x] && here === code[y]![x - 1] && here === code[y - 1]![x - 1]) points += 3;
    }
  }
  const dark = code.flat().filter(Boolean).length / size / size;
  return points + 10 * Math.floor(Math.abs(dark * 20 - 10));
}

function masked(version: number, words: readonly number[], mask: number): Matrix {
  const grid = frame(version);
  const size = grid.length;
  const put = (places: [number, number][][], bits: number) =>
    places.forEach((both, k) => both.forEach(([x, y]) => (grid[y]![x] = ((bits >> k) & 1) === 1)));
  put(formatPlaces(size), formatBits(mask));
  grid[size - 8]![8] = true;
  if (version > 6) put(versionPlaces(size), protectedBits(version, 12, 0x1f25));
  dataPlaces(version).forEach(([x, y], k) => {
    const bit = ((words[k >> 3] ?? 0) >> (7 - (k & 7))) & 1;
    grid[y]![x] = (bit === 1) !== MASKS[mask]!(x, y);
  });
  return grid as Matrix;
}

/** The code of a text: rows of modules, true where it is dark. */
export function qr(text: string): Matrix {
  const { version, words } = codewords(text);
  const codes = MASKS.map((_, mask) => masked(version, words, mask));
  return codes.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** The dark modules as one path, each a unit square. */
export function qrPath(code: Matrix): string {
  return code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
}
