import { describe, expect, it } from "vitest";
import { format } from "../src/i18n/format";
import { language, speak, t } from "../src/i18n/index.svelte";
import { refusal, said } from "../src/i18n/words";
import { eventSentence } from "../src/lib/names";
import type { Picture } from "../src/protocol";
import { known } from "./faces";

const EVENTS = { drew: { seat: "seat", card: "card" }, gave: { seat: "seat", other: "seat", card: "card" }, ended: { winners: "seats", fairly: "yes", suit: "suit", points: "number" } } as const;
const WORDS = {
  "event.drew": "{seat} draws {card}.",
  "event.drew.hidden": "{seat} draws a card.",
  "event.drew.to.seat": "You draw {card}.",
  "event.gave": "{seat} gives {other} {card}.",
  "event.gave.hidden": "{seat} gives {other} a card.",
  "event.gave.hidden.to.other": "{seat} gives you a card.",
  "event.ended.to.winners": "A win for {winners}.",
  "event.ended": "Won by: {winners}, {points} in {suit}. Fairly: {fairly}.",
  "refusal.too_low": "That is too low.",
};
const picture = { game: "sixth", seat: null, seats: [{ name: "Ada" }, { name: "Ben" }] } as Picture;

describe("messages", () => {
  it("have values, numbers and plurals of the language", () => {
    const text = "{name}: {count, plural, =0 {nothing} one {# card} other {# cards}}";
    expect(format(text, { name: "Ann", count: 0 }, "en")).toBe("Ann: nothing");
    expect(format(text, { name: "Ann", count: 1 }, "en")).toBe("Ann: 1 card");
    expect(format(text, { name: "Ann", count: 1352 }, "en")).toBe("Ann: 1,352 cards");
    expect(format(text, { name: "Ann", count: 0.5 }, "fr")).toContain("card");
  });
  it("have cases, with values in them", () => {
    const text = "{who, select, you {You claim} other {{name} claims}} it";
    expect(format(text, { who: "you", name: "Ann" }, "en")).toBe("You claim it");
    expect(format(text, { who: "other", name: "Ann" }, "en")).toBe("Ann claims it");
  });
});

describe("what a game says", () => {
  it("before its words are there is only the name of an event", () => {
    expect(eventSentence({ event: "drew", seat: 0, card: "5h" }, picture)).toBe("drew");
    expect(said("sixth", "title")).toBeUndefined();
  });
  it("is told by the codes of events, with values by what they stand for", async () => {
    await known({ name: "sixth", events: EVENTS }, WORDS);
    expect(eventSentence({ event: "drew", seat: 0, card: "5h" }, picture)).toBe("Ada draws 5♥.");
    expect(eventSentence({ event: "drew", seat: 1, card: null }, picture)).toBe("Ben draws a card.");
    expect(eventSentence({ event: "ended", winners: [0, 1], fairly: true, suit: "h", points: 1352 }, picture)).toBe("Won by: Ada and Ben, 1,352 in hearts. Fairly: yes.");
  });
  it("is told to a reader of whom it tells, in the sentence to whoever stands there", () => {
    expect(eventSentence({ event: "drew", seat: 0, card: "5h" }, { ...picture, seat: 0 })).toBe("You draw 5♥.");
    expect(eventSentence({ event: "drew", seat: 0, card: null }, { ...picture, seat: 1 })).toBe("Ada draws a card.");
    expect(eventSentence({ event: "gave", seat: 1, other: 0, card: null }, { ...picture, seat: 0 })).toBe("Ben gives you a card.");
    expect(eventSentence({ event: "ended", winners: [0, 1], fairly: true, suit: "h", points: 2 }, { ...picture, seat: 1 })).toBe("A win for Ada and you.");
  });
  it("is told without you where the game has no such sentence, and where nobody in particular reads", () => {
    expect(eventSentence({ event: "gave", seat: 1, other: 0, card: "5h" }, { ...picture, seat: 0 })).toBe("Ben gives Ada 5♥.");
    expect(eventSentence({ event: "drew", seat: 0, card: "5h" }, { ...picture, seat: 0 }, null)).toBe("Ada draws 5♥.");
  });
  it("is told by the codes of refusals; what has no words is told as it came", () => {
    expect(refusal({ code: "rules.too_low", sentence: "Too low." }, "sixth")).toBe("That is too low.");
    expect(refusal({ code: "rules.unheard_of", sentence: "Too low." }, "sixth")).toBe("Too low.");
    expect(refusal({ code: "unheard_of", sentence: "Too low." }, "sixth")).toBe("Too low.");
  });
  it("changes with the language, as all the rest does", async () => {
    await speak("fr");
    expect([language(), t("close"), document.documentElement.lang]).toEqual(["fr", "Fermer", "fr"]);
    expect(refusal({ code: "seat_taken", values: { seat: 3 }, sentence: "Seat 3 is taken." })).toBe("La place 3 est prise.");
    await speak("en");
    expect(t("close")).toBe("Close");
  });
});
