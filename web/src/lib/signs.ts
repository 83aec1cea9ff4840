/** What a person can be drawn as: a sign, or the first letter of the name, on a colour. Drawn on 64 by 64. */
const PALE = "#fff6e0";
const line = (path: string, width = 4) => `<path d="${path}" fill="none" stroke="${PALE}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const fill = (path: string) => `<path d="${path}" fill="${PALE}"/>`;

const DRAWINGS: Record<string, string> = {
  sun: `<circle cx="32" cy="32" r="8" fill="${PALE}"/>` + line("M32 13v5M32 46v5M13 32h5M46 32h5M18.6 18.6l3.5 3.5M41.9 41.9l3.5 3.5M45.4 18.6l-3.5 3.5M22.1 41.9l-3.5 3.5"),
  moon: fill("M41 41A17 17 0 1 1 30 14A14 14 0 0 0 47 36A17 17 0 0 1 41 41Z"),
  leaf: fill("M19 45C15 27 28 16 49 16C49 36 40 49 23 46Z") + line("M15 50L27 38"),
  wave: line("M13 27c6-8 12-8 19 0s13 8 19 0M13 40c6-8 12-8 19 0s13 8 19 0"),
  mountain: fill("M10 47L26 20L34 33L39 26L54 47Z"),
  kite: fill("M36 12L48 26L32 42L24 24Z") + line("M32 42c-2 6-9 3-9 11", 3.5),
  boat: fill("M31 12V36H16ZM35 18L47 36H35ZM13 40H51L45 50H19Z"),
  cup: fill("M16 26H44V40A10 10 0 0 1 34 50H26A10 10 0 0 1 16 40Z") + line("M44 30h3a5 5 0 0 1 0 10h-3M26 13v6M34 13v6", 3.5),
  key: line("M27 33a8 8 0 1 0-8 8a8 8 0 0 0 8-8ZM26 36h25v7M43 36v6", 4.5),
  fish: fill("M10 32C18 20 34 20 43 30L53 22V42L43 34C34 44 18 44 10 32Z") + `<circle cx="20" cy="30" r="2.2" fill="var(--ground, #17614a)"/>`,
  star: fill("M32 11L38.2 25.4L53.9 26.8L42 37L45.6 52.4L32 44.2L18.4 52.4L22 37L10.1 26.8L25.8 25.4Z"),
};

export const SIGNS = Object.keys(DRAWINGS);

export const COLOURS: Readonly<Record<string, string>> = {
  green: "#17614a",
  blue: "#2d5f94",
  rose: "#97384f",
  gold: "#8f6114",
  violet: "#6b4a86",
  rust: "#b04e28",
  teal: "#26747f",
  slate: "#545c63",
};

/** The drawing of a sign; none for a letter. */
export function sign(name: string): string | undefined {
  return DRAWINGS[name];
}

/** The first letter of a name as people count letters: a flag or a joined emoji is one. */
export function initial(name: string): string {
  const first = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim())[Symbol.iterator]().next();
  return first.done ? "?" : first.value.segment.toLocaleUpperCase();
}
