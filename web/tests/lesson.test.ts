import { beforeEach, describe, expect, it } from "vitest";
import { LessonTable, placeOf, places } from "../src/lib/lesson.svelte";
import type { LessonPage, LessonStep, Picture, Update, Verdict } from "../src/protocol";
import { known } from "./faces";

const picture = { table: "sixth-1", game: "sixth", number: 1, seat: 0, seats: [{ name: "" }, { name: "Pip" }], legal: [], actors: [0], view: { hands: [["Qh"], null] } } as unknown as Picture;
const WRONG: Verdict = { right: false, sentence: "Not that one.", rule: "2.3" };

function update(number: number, legal: string[] = []): Update {
  return { type: "update", number, told: [{ number, entry: "acted", events: [{ event: "moved" }] }], picture: { number, legal } };
}

function step(more: Partial<LessonStep>): LessonStep {
  return { title: "", text: "", lit: [], before: [], task: "", own: [], right: "", after: [], practice: null, ...more };
}

const page: LessonPage = {
  game: "sixth", number: 1, title: "", summary: "", language: "en", begin: picture, misses: 2, next: null,
  steps: [
    step({ before: [update(2), update(3, ["a", "b"])] }),
    step({ task: "Do a, then b.", right: "Well done.", own: [{ action: "a", update: update(4, ["b"]) }, { action: "b", update: update(5) }], after: [update(6)] }),
    step({}),
  ],
};

function taught(judge = async () => WRONG): LessonTable {
  return new LessonTable(page, "Ada", judge, async () => undefined);
}

beforeEach(async () => {
  localStorage.clear();
  await known({ name: "sixth", events: { moved: {} } });
});

describe("a lesson", () => {
  it("shows what the others do, and asks nothing where there is no task", async () => {
    const table = taught();
    await table.go(0);
    expect([table.picture.number, table.picture.legal, table.asks, table.answered]).toEqual([3, ["a", "b"], false, false]);
    expect(table.picture.seats.map((seat) => seat.name)).toEqual(["Ada", "Pip"]);
    expect(table.lines).toHaveLength(2);
  });
  it("takes the right answer move by move or at once, and then the others go on", async () => {
    const table = taught();
    await table.go(1);
    expect([table.picture.number, table.asks]).toEqual([3, true]);
    expect((await table.answer(["a"])).done).toBe(true);
    expect([table.done, table.asks, table.verdict]).toEqual([1, true, null]);
    await table.answer(["b"]);
    expect([table.picture.number, table.asks, table.answered, table.verdict?.sentence]).toEqual([6, false, true, "Well done."]);
    await table.go(1);
    await table.answer(["a", "b"]);
    expect(table.answered).toBe(true);
  });
  it("lets the server judge any other, and counts the misses", async () => {
    const asked: unknown[] = [];
    const table = taught(async (...answer: unknown[]) => (asked.push(answer), WRONG));
    await table.go(1);
    await table.answer(["b"]);
    expect(await table.answer(["a", "c"])).toEqual({ done: false, refused: { code: "lesson", sentence: "Not that one." } });
    expect(asked).toEqual([[1, 0, ["b"]], [1, 0, ["a", "c"]]]);
    expect([table.misses, table.verdict, table.picture.number]).toEqual([2, WRONG, 3]);
    await table.showMe();
    expect([table.answered, table.verdict?.right]).toEqual([true, true]);
  });
  it("keeps the place, and begins anew when its end was reached", async () => {
    const table = taught();
    expect(placeOf(page)).toBe(0);
    await table.go(1);
    expect(placeOf(page)).toBe(1);
    await table.go(2);
    expect([placeOf(page), table.atEnd, places()]).toEqual([0, true, { "sixth/1": { step: 2, done: true } }]);
    await table.go(1);
    expect(places()["sixth/1"]).toEqual({ step: 1, done: true });
  });
});
