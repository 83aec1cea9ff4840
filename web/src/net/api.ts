/** What the server answers over HTTP. Errors are sentences to the person. */
import { type Language, maybe, t, type Texts } from "../i18n/index.svelte";
import type { FaceMe, Games, LessonPage, LessonTitle, LogOut, Me, Opened, OpenTable, Picture, PlayedGame, PlayNow, PlayOn, PrimerPage, Problem, Profile, Rating, RatingPoint, Replay, Told, UseCode, Verdict } from "../protocol";
import { isThere, reach } from "./reach.svelte";
import type { SocketLike } from "./table-socket";

export class Refusal extends Error {
  constructor(
    said: string,
    readonly code: string,
  ) {
    super(said);
  }
}
/** The server does not answer. */
export class Away extends Error {}

/** How far the server's clock is ahead of this one, in milliseconds. */
let ahead = 0;

export function serverNow(): number {
  return Date.now() + ahead;
}

async function ask(path: string, body?: unknown): Promise<Response> {
  const begun = Date.now();
  const answer = await fetch(path, body === undefined ? {} : post(body)).catch(() => null);
  // A wish that is not taken just now has its own reason, and may be said again.
  if (!answer || (body === undefined && !isThere(answer))) {
    reach.lost();
    throw new Away(t("away.title"));
  }
  reach.found();
  const date = Date.parse(answer.headers.get("date") ?? "");
  // The header has whole seconds: only a clear difference is one.
  const skew = date - (begun + Date.now()) / 2;
  if (Math.abs(skew) > 2_000) ahead = skew;
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

function post(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Why not, in the reader's language, where we have it. */
async function refusal(answer: Response): Promise<Refusal> {
  const { code = "", values = {}, sentence = answer.statusText } = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  return new Refusal(maybe(`refusal.${code}`, sentence, values), code);
}

async function json<Data>(path: string, body?: unknown): Promise<Data> {
  return (await (await ask(path, body)).json()) as Data;
}

let games: Promise<Games> | null = null;

export const api = {
  games: (): Promise<Games> => {
    games ??= json<Games>("/api/games").catch((error: unknown) => {
      games = null;
      throw error;
    });
    return games;
  },
  me: () => json<Me>("/api/me"),
  myCode: async () => (await json<{ code: string }>("/api/me/code", {})).code,
  useCode: (wish: UseCode) => json<Me>("/api/me/device", wish),
  logOut: (wish: LogOut) => json<Me>("/api/me/log-out", wish),
  nameMe: (name: string) => json<Me>("/api/me", { name }),
  faceMe: (face: FaceMe) => json<Me>("/api/me/face", face),
  player: (page: string) => json<Profile>(`/api/players/${page}`),
  /** Finished games, the newest first; all those before a moment, if there is one. */
  playedBy: (page: string, game = "", before?: number) => json<PlayedGame[]>(`/api/players/${page}/games?game=${game}${before ? `&before=${before}` : ""}`),
  course: (page: string, game: string) => json<RatingPoint[]>(`/api/players/${page}/ratings/${game}`),
  /** The bots' own ratings, by level and game. */
  bots: () => json<Record<string, Record<string, Rating>>>("/api/bots"),
  open: (wish: OpenTable) => json<Opened>("/api/tables", wish),
  playNow: (wish: PlayNow) => json<Opened>("/api/play-now", wish),
  /** All that a game says in a language, by key. */
  words: async (game: string, language: Language): Promise<Texts> => {
    const face = (await api.games()).games.find((one) => one.name === game);
    return json<Texts>(`/api/games/${game}/words/${language}?version=${face?.words ?? ""}`);
  },
  rules: async (game: string, language: string) => (await ask(`/api/rules/${game}?language=${language}`)).text(),
  primer: (game: string, language: string) => json<PrimerPage>(`/api/games/${game}/primer?language=${language}`),
  lessons: (game: string, language: string) => json<LessonTitle[]>(`/api/games/${game}/lessons?language=${language}`),
  lesson: (game: string, number: number, language: string) => json<LessonPage>(`/api/games/${game}/lessons/${number}?language=${language}`),
  /** What a lesson says to an answer in a step, after so many moves of its task. */
  verdict: (game: string, number: number, step: number, done: number, actions: string[], language: string) => {
    const asked = new URLSearchParams([["language", language], ["done", String(done)], ...actions.map((action) => ["action", action])]);
    return json<Verdict>(`/api/games/${game}/lessons/${number}/steps/${step}/verdict?${asked}`);
  },
  /** What one was told of a table before an entry: the newest part of it. */
  story: (table: string, before: number) => json<Told[]>(`/api/tables/${table}/story?before=${before}`),
  /** Play on from the middle of a finished game, against bots. */
  playOn: (table: string, wish: PlayOn) => json<Opened>(`/api/tables/${table}/play-on`, wish),
  /** A table as one may see it. */
  table: (table: string) => json<Picture>(`/api/tables/${table}`),
  replay: (table: string, seat: number) => json<Replay>(`/api/tables/${table}/replay?seat=${seat}`),
};

/** What opens a socket of the server. */
export function socketTo(path: string): () => SocketLike {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return () => new WebSocket(`${scheme}://${location.host}${path}`);
}
