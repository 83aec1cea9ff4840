import { describe, expect, it } from "vitest";
import { corrections, dataPlaces, formatBits, type Matrix, protectedBits, qr, qrPath } from "../src/lib/qr";

/** Reads a code of one block back, by the standard and not by what wrote it. */
function read(code: Matrix): string {
  const size = code.length;
  const dark = (x: number, y: number) => (code[y]![x] ? 1 : 0);
  // The mask is in the format, beside the upper left finder.
  const format = [0, 1, 2, 3, 4, 5].map((k) => dark(k, 8)).concat([dark(7, 8), dark(8, 8), dark(8, 7)], [5, 4, 3, 2, 1, 0].map((k) => dark(8, k)));
  const mask = parseInt(format.join(""), 2) ^ 0b101010000010010;
  expect(mask >> 13).toBe(0b01);
  const invert = [
    (i: number, j: number) => (i + j) % 2, (i: number) => i % 2, (_i: number, j: number) => j % 3, (i: number, j: number) => (i + j) % 3,
    (i: number, j: number) => ((i >> 1) + Math.floor(j / 3)) % 2, (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3),
    (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2, (i: number, j: number) => (((i + j) % 2) + ((i * j) % 3)) % 2,
  ][(mask >> 10) & 7]!;
  const bits = dataPlaces((size - 17) / 4).map(([x, y]) => dark(x, y) ^ (invert(y, x) === 0 ? 1 : 0));
  const words = Array.from({ length: bits.length >> 3 }, (_, k) => parseInt(bits.slice(8 * k, 8 * k + 8).join(""), 2));
  const nibbles = words.flatMap((word) => [word >> 4, word & 15]);
  expect(nibbles[0]).toBe(4);
  const length = nibbles[1]! * 16 + nibbles[2]!;
  const bytes = Array.from({ length }, (_, k) => nibbles[3 + 2 * k]! * 16 + nibbles[4 + 2 * k]!);
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

describe("a QR code", () => {
  it("has the error correction of the standard's worked example", () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    expect(corrections(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  });
  it("has the format and version bits of the standard's tables", () => {
    expect(formatBits(0).toString(2)).toBe("111011111000100");
    expect(formatBits(4).toString(2)).toBe("110011000101111");
    expect(protectedBits(7, 12, 0x1f25).toString(2).padStart(18, "0")).toBe("000111110010010100");
  });
  it("says what it was made of", () => {
    for (const text of ["a", "http://192.168.1.20:8000/device", "Xin chào, cả nhà! Đánh bài không?"]) expect(read(qr(text))).toBe(text);
  });
  it("grows with its text, and ends", () => {
    expect(qr("a".repeat(17))).toHaveLength(21);
    expect(qr("a".repeat(18))).toHaveLength(25);
    expect(qr(`https://cards.example.org/device#${"a".repeat(105)}`)).toHaveLength(45);
    expect(qr("a".repeat(425))).toHaveLength(69);
    expect(() => qr("a".repeat(426))).toThrow("too long");
  });
  it("has its three finders and its timing, and fills its data with whole codewords", () => {
    const code = qr("a".repeat(150));
    const size = code.length;
    for (const [x, y] of [[0, 0], [size - 7, 0], [0, size - 7]] as const) {
      const rows = [0, 1, 2, 3, 4, 5, 6].map((k) => code[y + k]!.slice(x, x + 7).map(Number).join(""));
      expect(rows).toEqual(["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
    }
    expect(code[6]!.slice(8, size - 8).map(Number).join("")).toMatch(/^(10)+1$/);
    for (const [version, bits] of [[1, 208], [2, 359], [7, 1568], [13, 4256]] as const) expect(dataPlaces(version)).toHaveLength(bits);
    expect(qrPath([[true, false], [false, true]])).toBe("M0 0h1v1h-1zM1 1h1v1h-1z");
  });
});
