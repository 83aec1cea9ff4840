/** The rules as people read them, from a small Markdown into blocks that the page draws; no HTML is ever made of text. */

export type Inline =
  | { kind: "text" | "bold" | "italic" | "code"; text: string }
  | { kind: "card"; card: string };

export interface Block {
  kind: "heading" | "paragraph" | "ruling" | "item" | "table";
  /** 1 to 3 for a heading. */
  level: number;
  /** The number of the paragraph, such as `4.3` or `R7`, if it has one. */
  number: string;
  parts: Inline[];
  rows: Inline[][][];
  /** The bare words, for searching. */
  words: string;
}

const SIGNS: Record<string, string> = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|(?<![\dA-Z])(10|[2-9JQKA])([♠♥♦♣])/gu;

/** A line of text with its bold, italic, code and cards. */
export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) parts.push({ kind: "text", text: text.slice(at, found.index) });
    const [, bold, italic, code, rank, suit] = found;
    if (bold) parts.push({ kind: "bold", text: bold });
    else if (italic) parts.push({ kind: "italic", text: italic });
    else if (code) parts.push({ kind: "code", text: code });
    else if (rank && suit) parts.push({ kind: "card", card: (rank === "10" ? "T" : rank) + SIGNS[suit]! });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return parts;
}

/** A text in pieces: those that hold a word that is looked for, and the others. */
export function marked(text: string, find: readonly string[]): { text: string; found: boolean }[] {
  const words = find.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!words.length) return [{ text, found: false }];
  return text
    .split(new RegExp(`(${words.join("|")})`, "giu"))
    .map((piece, k) => ({ text: piece, found: k % 2 === 1 }))
    .filter((piece) => piece.text);
}

/** The words of a query. */
export function wordsIn(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

function block(kind: Block["kind"], text: string, level = 0): Block {
  const named = /^\*\*(R?\d+(?:\.\d+)*)\*\*\s*/.exec(text);
  const rest = named ? text.slice(named[0].length) : text;
  return { kind, level, number: named?.[1] ?? "", parts: inline(rest), rows: [], words: text.replace(/[*`]/g, "") };
}

function table(lines: string[]): Block {
  const rows = lines
    .filter((line) => !/^[|\s:-]+$/.test(line))
    .map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => inline(cell.trim())));
  return { ...block("table", lines.join(" ")), parts: [], rows };
}

/** The blocks of a page of rules. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const piece of text.split(/\n\s*\n/)) {
    const lines = piece.split("\n").map((line) => line.trim()).filter(Boolean);
    if (lines.length) found.push(...blocksOf(lines));
  }
  return found;
}

function blocksOf(lines: string[]): Block[] {
  const first = lines[0]!;
  const heading = /^(#{1,3})\s+(.*)$/.exec(first);
  if (heading) return [block("heading", heading[2]!, heading[1]!.length), ...(lines.length > 1 ? blocksOf(lines.slice(1)) : [])];
  if (first.startsWith(">")) return quoted(lines.map((line) => line.replace(/^>\s?/, "")));
  if (first.startsWith("|")) return [table(lines)];
  if (/^(?:[-*]|\d+\.)\s/.test(first)) return items(lines);
  return [block("paragraph", lines.join(" "))];
}

function quoted(lines: string[]): Block[] {
  const filled = lines.filter(Boolean);
  const inside = filled[0]?.startsWith("|") ? [table(filled)] : [block("ruling", filled.join(" "))];
  return inside;
}

function items(lines: string[]): Block[] {
  const joined: string[] = [];
  for (const line of lines) {
    const start = /^(?:[-*]|(\d+\.))\s+(.*)$/.exec(line);
    if (start) joined.push((start[1] ? `${start[1]} ` : "") + start[2]!);
    else joined[joined.length - 1] += ` ${line}`;
  }
  return joined.map((text) => block("item", text));
}

/** The blocks that hold all the words that are looked for, with the headings above them. */
export function search(all: readonly Block[], query: string): Block[] {
  const wanted = wordsIn(query);
  if (!wanted.length) return [...all];
  const kept = new Set<Block>();
  let heading: Block | null = null;
  for (const one of all) {
    if (one.kind === "heading") heading = one;
    if (!wanted.every((word) => one.words.toLowerCase().includes(word))) continue;
    if (heading) kept.add(heading);
    kept.add(one);
  }
  return [...kept];
}
