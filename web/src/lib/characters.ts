/** The bots as they are drawn: fifteen characters, each on a square of 64 by 64. Strength is the level alone. */
const DARK = "#20242a";
const PALE = "#fff6e0";
const line = (colour: string, path: string, width = 2.6) => `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const fill = (colour: string, path: string) => `<path d="${path}" fill="${colour}"/>`;
const dot = (colour: string, x: number, y: number, r: number) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;
const ground = (colour: string) => `<path d="M0 0h64v64H0Z" fill="${colour}"/>`;

const DRAWINGS: Record<string, string> = {
  pip:
    ground("#f0c65a") + dot(PALE, 32, 37, 18) + fill("#5a9a5e", "M32 20C30 12 36 7 44 7C44 15 39 20 32 20Z") +
    dot(DARK, 25.5, 34, 2.8) + dot(DARK, 38.5, 34, 2.8) + dot("#f2b3a0", 20, 40.5, 3) + dot("#f2b3a0", 44, 40.5, 3) + line(DARK, "M25.5 42Q32 48.5 38.5 42"),
  moss:
    ground("#bcd4a8") + line("#3f7a42", "M32 24V11") + fill("#3f7a42", "M32 14C31 8 27 6 23 7C24 13 28 15 32 14ZM32 14C33 8 37 6 41 7C40 13 36 15 32 14Z") +
    fill("#4f7f4b", "M6 64C7 35 19 22 32 22C45 22 57 35 58 64Z") + line(PALE, "M20 42h8M36 42h8") + line(PALE, "M27.5 50.5q4.5 3.5 9 0"),
  tilda:
    ground("#a5d3f0") + fill("#2c6d9f", "M0 38C9 27 20 31 29 40C39 50 51 48 64 34V64H0Z") + line("#173a56", "M15 21Q21 15 27 21M37 21Q43 15 49 21") +
    dot("#173a56", 21, 29, 2.6) + dot("#173a56", 43, 29, 2.6) + line(PALE, "M24 53q4-6 8 0t8 0"),
  bramble:
    ground("#d9c4e6") + fill("#67457f", "M32.0 7.0L37.1 15.7L46.1 11.1L45.6 21.2L55.7 22.2L49.8 30.4L57.7 36.7L48.4 40.5L51.6 50.0L41.7 48.1L39.3 57.9L32.0 51.0L24.7 57.9L22.3 48.1L12.4 50.0L15.6 40.5L6.3 36.7L14.2 30.4L8.3 22.2L18.4 21.2L17.9 11.1L26.9 15.7Z") + line(PALE, "M20 25l9 4M44 25l-9 4") +
    dot(PALE, 26, 33, 2.6) + dot(PALE, 38, 33, 2.6) + line(PALE, "M26.5 42.5h11"),
  quill:
    ground("#e9dcc0") + fill("#8a5a34", "M17 50C11 28 30 10 54 7C56 30 42 51 24 51Z") + line(PALE, "M11 58L30 37") +
    `<circle cx="33" cy="27" r="6.5" fill="${PALE}" stroke="#2b1d12" stroke-width="2.6"/>` + dot("#2b1d12", 33, 27, 2.3) + dot(PALE, 46, 21, 2.2) + line(PALE, "M38 38q5 1 7-4"),
  otto:
    ground("#e3b48a") + fill("#7a4b2a", "M13 13L22 19H42L51 13V40A19 19 0 0 1 13 40Z") + dot(PALE, 23, 31, 9) + dot(PALE, 41, 31, 9) +
    dot(DARK, 24, 31, 4) + dot(DARK, 40, 31, 4) + fill("#e8b94a", "M27.5 39H36.5L32 47Z"),
  sable:
    ground("#8d949c") + fill(DARK, "M9 13L23 23H41L55 13V58H9Z") + fill("#e8b94a", "M16 36q6-6 12 0q-6 5.5-12 0ZM36 36q6-6 12 0q-6 5.5-12 0Z") +
    line(DARK, "M22 33.5v5M42 33.5v5", 2) + fill("#aab0b6", "M28 46q2-2 4 0q2-2 4 0q0 3-4 5q-4-2-4-5Z"),
  domino:
    ground("#fdf7e8") + fill(DARK, "M32 0h32v64H32Z") + dot(DARK, 19, 27, 5) + dot(PALE, 45, 27, 5) + line(DARK, "M16 44q8 8 16 0", 3.2) + line(PALE, "M32 44q8-8 16 0", 3.2),
  ember:
    ground("#f4b691") + fill("#b7402c", "M31 5C37 16 51 24 51 42A19 19 0 0 1 13 42C13 34 17 29 19 22C22 27 24 28 27 28C25 19 27 11 31 5Z") +
    fill("#f0a33c", "M32 29C38 37 42 41 42 47A10 10 0 0 1 22 47C22 41 27 37 32 29Z") + line(PALE, "M20 35l7 4M44 35l-7 4") + line("#5f1d12", "M28 49h8", 3),
  zephyr:
    ground("#cfe6e4") + line("#4d8f95", "M4 22H38Q48 22 48 14T39 8M4 50H46Q58 50 58 41T47 34", 4.5) + dot("#204a4e", 22, 34, 3) + dot("#204a4e", 36, 34, 3) + line("#204a4e", "M25 41q4 3 8 0"),
  flick:
    ground("#f2d16b") + fill("#d9622b", "M38 3L12 36H28L24 61L52 26H35Z") + dot(PALE, 28, 28, 3.2) + dot(PALE, 39, 28, 3.2) + dot(DARK, 28.8, 28, 1.5) + dot(DARK, 39.8, 28, 1.5),
  dart:
    ground("#d7ecc9") + fill("#2f7d4f", "M4 32Q24 10 46 26L60 14V50L46 38Q24 54 4 32Z") + dot(PALE, 20, 30, 5) + dot(DARK, 19, 30, 2.4) + line(PALE, "M34 26v12M40 27v10", 2),
  onyx:
    ground("#c3c0cf") + fill("#23202e", "M18 8H46L60 28L32 60L4 28Z") + line("#6c6785", "M4 28H60M18 8L24 28L32 60L40 28L46 8", 1.6) + dot("#e8e4ff", 25, 36, 2.8) + dot("#e8e4ff", 39, 36, 2.8),
  sage:
    ground("#e7e3cf") + fill("#7d9a77", "M32 4C54 16 56 44 32 60C8 44 10 16 32 4Z") + line("#4c6748", "M32 8V58M32 22L22 16M32 22L42 16", 1.8) +
    line("#26351f", "M19 34q4-4 8 0M37 34q4-4 8 0") + line("#26351f", "M26 46q6 5 12 0"),
  vesper:
    ground("#2d2a4a") + fill("#f3e2a9", "M42 8A24 24 0 1 0 42 56A19 19 0 1 1 42 8Z") + dot(PALE, 50, 20, 2.2) + dot(PALE, 56, 38, 1.6) + dot("#2d2a4a", 21, 27, 2.4) + line("#2d2a4a", "M19 40q4 4 8 3"),
};

export const CHARACTERS = Object.keys(DRAWINGS);

/** Somebody whom nobody has drawn. */
const STRANGER = ground("#545c63") + line(PALE, "M32 12v8M16 22h32v26H16ZM26 32v5M38 32v5M10 32v9M54 32v9", 3.2);

/** The drawing of a bot by the name of its character. */
export function character(name: string): string {
  return DRAWINGS[name] ?? STRANGER;
}
