import { beforeEach, describe, expect, it, vi } from "vitest";
import { mayAsk, newTurns, notNow } from "../src/lib/calls.svelte";
import { CHARACTERS, character } from "../src/lib/characters";
import { different, everyOption } from "../src/lib/options";
import { around, teamAt, teamLine } from "../src/lib/seating";
import { COLOURS as DRAWN_COLOURS, initial, SIGNS as DRAWN_SIGNS } from "../src/lib/signs";
import { seatsWord } from "../src/lib/table-words";
import { COLOURS, type GameFace, type OwnGame, SIGNS } from "../src/protocol";

describe("faces", () => {
  it("has a drawing for every sign and colour that the server takes", () => {
    expect([...DRAWN_SIGNS, "initial"].sort()).toEqual([...SIGNS].sort());
    expect(Object.keys(DRAWN_COLOURS).sort()).toEqual([...COLOURS].sort());
  });

  it("draws fifteen characters, and somebody for one whom nobody has drawn", () => {
    expect(new Set([...CHARACTERS, "nobody"].map(character)).size).toBe(16);
  });

  it.each([
    ["Ada", "A"],
    ["  émile", "É"],
    ["👨‍👩‍👧 family", "👨‍👩‍👧"],
    ["🇻🇳", "🇻🇳"],
    ["שלום", "ש"],
    ["", "?"],
  ])("the first letter of %s is %s", (name, first) => {
    expect(initial(name)).toBe(first);
  });
});

describe("seats around a table", () => {
  it("has one's own seat at the bottom, and the next one on the left", () => {
    const spots = around(4, 1);
    expect(spots[1]).toEqual({ x: 0, y: 1 });
    expect(spots[2]).toEqual({ x: -1, y: 0 });
    expect(spots[3]).toEqual({ x: 0, y: -1 });
  });

  it.each([2, 3, 4, 5, 6])("uses the whole felt with %i seats", (seats) => {
    const down = around(seats, 0).map((spot) => spot.y);
    expect([Math.min(...down), Math.max(...down)]).toEqual([-1, 1]);
  });

  it("draws a line between partners, and around a larger team", () => {
    const spots = around(6, 0);
    expect(teamLine([0, 3], spots)).toBe("M0 1L0 -1");
    expect(teamLine([0, 2, 4], spots)).toMatch(/^M.*L.*L.*Z$/);
    expect(teamAt([[0, 3], [1, 4]], 4)).toBe(1);
    expect(teamAt([[0, 3], [1, 4]], 5)).toBeNull();
  });
});

describe("how many can play", () => {
  const face = (...seats: number[]) => ({ seats }) as GameFace;

  it("is a range only where it is one", () => {
    expect(seatsWord(face(2, 3, 4, 5, 6))).toBe("2–6");
    expect(seatsWord(face(4, 6))).toBe("4 or 6");
    expect(seatsWord(face(4))).toBe("4");
  });
});

describe("options", () => {
  const option = (start: string, seats: number[] = []) => ({ default: start, words: [], low: 0, high: 9, seats });
  const game = { options: { target: option("20"), teams: option("no", [6]) } } as unknown as GameFace;

  it("are all there, as chosen or as usual", () => {
    expect(everyOption(game, { target: "7" })).toEqual({ target: "7", teams: "no" });
  });

  it("are sent where they differ, and can", () => {
    expect(different(game, 6, { target: "20", teams: "yes" })).toEqual({ teams: "yes" });
    expect(different(game, 4, { target: "7", teams: "yes" })).toEqual({ target: "7" });
  });
});

describe("being called", () => {
  const game = (table: string, mine: boolean) => ({ table, mine }) as OwnGame;
  const day = 24 * 3600 * 1000;

  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal("Notification", { permission: "default" });
  });

  it("is for a turn that is new, not for one that was there when the page was opened", () => {
    expect(newTurns([], [game("a", true)])).toEqual([]);
    expect(newTurns([game("a", false), game("b", true)], [game("a", true), game("b", true)])).toEqual([game("a", true)]);
  });

  it("is put off for a day, and after twice for good", () => {
    expect(mayAsk(0)).toBe(true);
    notNow(0);
    expect(mayAsk(day - 1)).toBe(false);
    expect(mayAsk(day)).toBe(true);
    notNow(day);
    expect(mayAsk(9 * day)).toBe(false);
  });
});
