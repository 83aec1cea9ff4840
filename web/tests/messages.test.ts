import { describe, expect, it } from "vitest";
import { format, placeholders } from "../src/i18n/format";

const files = import.meta.glob<Record<string, string>>("../messages/*.json", { eager: true, import: "default" });
const read = (name: string) => files[`../messages/${name}.json`]!;

describe("messages", () => {
  it("have values, numbers and plurals of the language", () => {
    const text = "{name}: {count, plural, =0 {nothing} one {# card} other {# cards}}";
    expect(format(text, { name: "Ann", count: 0 }, "en")).toBe("Ann: nothing");
    expect(format(text, { name: "Ann", count: 1 }, "en")).toBe("Ann: 1 card");
    expect(format(text, { name: "Ann", count: 1352 }, "en")).toBe("Ann: 1,352 cards");
    expect(format(text, { name: "Ann", count: 0.5 }, "fr")).toContain("card");
  });

  for (const language of ["fr", "vi"]) {
    for (const [part, other] of [["en", language], ["events.en", `events.${language}`]] as const) {
      it(`${other} is complete, with the same values`, () => {
        const [english, translated] = [read(part), read(other)];
        expect(Object.keys(translated)).toEqual(Object.keys(english));
        for (const key of Object.keys(english)) expect([key, placeholders(translated[key]!)]).toEqual([key, placeholders(english[key]!)]);
      });
    }
  }

  it("refusals are told in both other languages", () => {
    expect(Object.keys(read("refusals.fr"))).toEqual(Object.keys(read("refusals.vi")));
  });
});
