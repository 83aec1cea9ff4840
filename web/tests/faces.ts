/** Faces as a server would tell them, for games that tests make up. */
import { vi } from "vitest";
import { learnGames } from "../src/lib/faces.svelte";
import type { GameFace, ShownField } from "../src/protocol";

const BLANK: GameFace = {
  name: "", title: "", summary: "", rules: 1, words: "1", seats: [2], usual_seats: 2, usual_clock: "normal", options: {}, hand: "hands", score: "", clockwise: "", highest: "",
  sort: "suit", emblem: [], shown: [], teams: [], phases: [], plays: [], round: "", events: {}, refusals: {}, lessons: [], levels: ["easy", "normal", "hard"],
};

/** An entry that lies on the felt, or elsewhere. */
export function felt(name: string, more: Partial<ShownField> = {}): ShownField {
  return { name, place: "middle", kind: "cards", seated: true, words: [], unit: 1, best: "", ...more };
}

/** Let the client know a game, and what it says: as the server would answer. Once in a file. */
export async function known(face: Partial<GameFace>, words: Record<string, string> = {}): Promise<void> {
  const games = { games: [{ ...BLANK, ...face }], clocks: {}, levels: [], reactions: [] };
  vi.stubGlobal("fetch", async (path: string) => Response.json(path === "/api/games" ? games : words));
  await learnGames();
}
