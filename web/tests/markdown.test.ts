import { expect, it } from "vitest";
import { blocks, inline, marked, search, wordsIn } from "../src/lib/markdown";

const PAGE = `# Spar

## 4 Scoring

**4.3** Same suit: 6♠ → 10♠ is *2* points.

> **R4** A ruling with \`option\`
> on two lines.

1. Low Spades
2. High Spades

| a | b |
| --- | --- |
| 1 | 2 |
`;

it("takes the rules apart into blocks", () => {
  const found = blocks(PAGE);
  expect(found.map((one) => [one.kind, one.number])).toEqual([
    ["heading", ""], ["heading", ""], ["paragraph", "4.3"], ["ruling", "R4"], ["item", ""], ["item", ""], ["table", ""],
  ]);
  expect(found.at(-1)?.rows).toHaveLength(2);
});

it("draws the cards of examples", () => {
  expect(inline("6♠ → 10♠")).toEqual([{ kind: "card", card: "6s" }, { kind: "text", text: " → " }, { kind: "card", card: "Ts" }]);
});

it("finds paragraphs, with their heading", () => {
  expect(search(blocks(PAGE), "ruling lines").map((one) => one.kind)).toEqual(["heading", "ruling"]);
  expect(search(blocks(PAGE), "")).toHaveLength(7);
});

it("marks the words that are looked for, whatever they are", () => {
  expect(marked("Control is in control (a+b).", wordsIn(" control A+B "))).toEqual([
    { text: "Control", found: true }, { text: " is in ", found: false }, { text: "control", found: true },
    { text: " (", found: false }, { text: "a+b", found: true }, { text: ").", found: false },
  ]);
  expect(marked("Nothing", [])).toEqual([{ text: "Nothing", found: false }]);
});
