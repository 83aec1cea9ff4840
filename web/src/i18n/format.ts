/**
 * Messages with values, plurals and cases: `{name} has {count, plural, one {# card} other {# cards}}`,
 * `{who, select, you {You claim} other {{name} claims}} it`. A small part of the ICU format, enough for every message
 * here; numbers and plural rules are those of Intl.
 */
export type Values = Record<string, string | number>;

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

export function formatNumber(value: number, language: string): string {
  let format = numbers.get(language);
  if (!format) numbers.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(value).replace("-", "−");
}

function category(value: number, language: string): string {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  return rule.select(value);
}

/** The index of the brace that closes the one at `from`. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}" && (depth -= 1) === 0) return at;
  }
  throw new Error(`a brace is not closed in "${text}"`);
}

/** The cases of a plural or of a selection, by their names. */
function casesIn(cases: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < cases.length; ) {
    const open = cases.indexOf("{", at);
    if (open < 0) break;
    const end = closing(cases, open);
    found.set(cases.slice(at, open).trim(), cases.slice(open + 1, end));
    at = end + 1;
  }
  return found;
}

function plural(cases: string, value: number, language: string): string {
  const found = casesIn(cases);
  const chosen = found.get(`=${value}`) ?? found.get(category(value, language)) ?? found.get("other") ?? "";
  return chosen.replaceAll("#", formatNumber(value, language));
}

function selected(cases: string, value: string): string {
  const found = casesIn(cases);
  return found.get(value) ?? found.get("other") ?? "";
}

/** A message with its values put in. */
export function format(text: string, values: Values, language: string): string {
  let result = "";
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf("{", at);
    if (open < 0) return result + text.slice(at);
    const end = closing(text, open);
    result += text.slice(at, open) + filled(text.slice(open + 1, end), values, language);
    at = end + 1;
  }
  return result;
}

function filled(inside: string, values: Values, language: string): string {
  const [name = "", kind, ...rest] = inside.split(",");
  const value = values[name.trim()];
  if (kind?.trim() === "plural") return format(plural(rest.join(","), Number(value), language), values, language);
  if (kind?.trim() === "select") return format(selected(rest.join(","), String(value)), values, language);
  return typeof value === "number" ? formatNumber(value, language) : String(value ?? "");
}
