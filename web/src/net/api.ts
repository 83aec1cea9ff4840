/** What the server answers over HTTP. Errors are sentences to the person. */
import type { SocketLike } from "./table-socket";
import type { Me, Opened, OpenTable, Picture, PlayNow, Told, Update } from "../protocol";

export class Refusal extends Error {}

export interface OptionInfo {
  default: string;
  /** The allowed values as a person would write them. */
  values: string;
  seats: number[];
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  seats: number[];
  rules: number;
  options: Record<string, OptionInfo>;
}

export interface Games {
  games: GameInfo[];
  clocks: Record<string, number | null>;
  levels: string[];
  reactions: string[];
}

/** Why a bot did what it did. */
export interface Reason {
  seat: number;
  sentence: string;
}

export interface ReplayData {
  table: string;
  seat: number | null;
  begin: Picture;
  moves: (Update & { reason?: Reason })[];
}

/** How far the server's clock is ahead of this one, in milliseconds. */
let ahead = 0;

export function serverNow(): number {
  return Date.now() + ahead;
}

async function ask(path: string, body?: unknown): Promise<Response> {
  const begun = Date.now();
  const answer = await fetch(path, body === undefined ? {} : post(body));
  const date = Date.parse(answer.headers.get("date") ?? "");
  // The header has whole seconds: only a clear difference is one.
  const skew = date - (begun + Date.now()) / 2;
  if (Math.abs(skew) > 2_000) ahead = skew;
  if (!answer.ok) throw new Refusal(await said(answer));
  return answer;
}

function post(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

async function said(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  const sentence = body && typeof body === "object" ? (body as { sentence?: unknown }).sentence : null;
  return typeof sentence === "string" ? sentence : answer.statusText;
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
  useCode: (code: string) => json<Me>("/api/me/device", { code }),
  nameMe: (name: string) => json<Me>("/api/me", { name }),
  open: (wish: OpenTable) => json<Opened>("/api/tables", wish),
  playNow: (wish: PlayNow) => json<Opened>("/api/play-now", wish),
  rules: async (game: string, language: string) => (await ask(`/api/rules/${game}?language=${language}`)).text(),
  /** What one was told of a table before an entry: the newest part of it. */
  story: (table: string, before: number) => json<Told[]>(`/api/tables/${table}/story?before=${before}`),
  replay: (table: string, seat: number) => json<ReplayData>(`/api/tables/${table}/replay?seat=${seat}`),
};

/** The words or the range that an option allows. */
export function choices(option: OptionInfo): { words: string[]; low: number; high: number } {
  const range = /^\d+ \((\d+)–(\d+)\)$/.exec(option.values);
  if (range) return { words: [], low: Number(range[1]), high: Number(range[2]) };
  const words = option.values.replace(/ \(.*\)$/, "").split(", ");
  return { words, low: 0, high: 0 };
}

/** What opens a socket of the server. */
export function socketTo(path: string): () => SocketLike {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return () => new WebSocket(`${scheme}://${location.host}${path}`) as unknown as SocketLike;
}
