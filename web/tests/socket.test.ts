import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listed, owned } from "../src/net/lobby-socket";
import { backoff, type Link, type SocketLike, TableSocket } from "../src/net/table-socket";
import type { Listing, OwnGame, ToPlayer } from "../src/protocol";

/** A socket whose other end is the test. */
class FakeSocket implements SocketLike {
  static all: FakeSocket[] = [];
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  sent: Record<string, unknown>[] = [];
  closed = false;

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  say(message: object): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  welcome(number = 1): void {
    this.onopen?.(new Event("open"));
    this.say({ type: "welcome", picture: { number }, missed: [], complete: true });
  }
  drop(code = 1006): void {
    this.onclose?.(new CloseEvent("close", { code }));
  }
}

const last = () => FakeSocket.all.at(-1)!;

function connected(seen = 7) {
  const [links, heard]: [Link[], ToPlayer[]] = [[], []];
  const socket = new TableSocket(() => new FakeSocket(), {
    seen: () => seen,
    heard: (message) => heard.push(message),
    linked: (link) => links.push(link),
  });
  socket.open();
  return { socket, links, heard };
}

beforeEach(() => {
  FakeSocket.all = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe("the socket of a table", () => {
  it("says hello with the last number and is live after the welcome", () => {
    const { links } = connected(7);
    last().welcome();
    expect(last().sent[0]).toEqual({ type: "hello", seen: 7 });
    expect(links).toEqual(["live"]);
  });

  it("answers a command when the server has acknowledged or refused it", async () => {
    const { socket } = connected();
    last().welcome();
    const [good, bad] = [socket.send({ type: "start" }), socket.send({ type: "leave" })];
    const [start, leave] = last().sent.slice(1) as { id: string }[];
    last().say({ type: "refused", id: leave!.id, sentence: "You have no seat at this table." });
    last().say({ type: "ack", id: start!.id, number: 9 });
    expect(await good).toEqual({ done: true, number: 9, table: "" });
    expect(await bad).toMatchObject({ done: false, refused: { sentence: "You have no seat at this table." } });
  });

  it("shows a lost connection at once, and sends what was not answered again under the same id", async () => {
    const { socket, links } = connected();
    last().welcome();
    const answer = socket.send({ type: "act", actions: ["Kd"], seen: 7 });
    const id = last().sent[1]!["id"];
    last().drop();
    expect(links).toEqual(["live", "lost"]);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    last().welcome();
    expect(last().sent.map((one) => one["type"])).toEqual(["hello", "act"]);
    expect(last().sent[1]!["id"]).toBe(id);
    last().say({ type: "ack", id, number: 8 });
    expect(await answer).toMatchObject({ done: true, number: 8 });
    expect(links).toEqual(["live", "lost", "live"]);
  });

  it("keeps a command that is given while there is no connection", () => {
    const { socket } = connected();
    void socket.send({ type: "sit" });
    expect(last().sent).toEqual([]);
    last().welcome();
    expect(last().sent.map((one) => one["type"])).toEqual(["hello", "sit"]);
  });

  it("does not send again what was answered", () => {
    const { socket } = connected();
    last().welcome();
    void socket.send({ type: "start" });
    last().say({ type: "ack", id: last().sent[1]!["id"], number: 2 });
    last().drop();
    vi.advanceTimersByTime(1000);
    last().welcome();
    expect(last().sent).toHaveLength(1);
  });

  it("gives a table that was taken over to the other tab, and takes it back when asked", () => {
    const { socket, links } = connected();
    last().welcome();
    last().drop(4001);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    socket.reopen();
    last().welcome();
    expect(links).toEqual(["live", "taken", "connecting", "live"]);
  });

  it("does not look for a table that is not there again", () => {
    const { links } = connected();
    last().drop(4404);
    vi.advanceTimersByTime(60_000);
    expect(links).toEqual(["unknown"]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("tries at once when the network is back", () => {
    const { socket } = connected();
    last().welcome();
    socket.sleep();
    expect(socket.link).toBe("lost");
    socket.wake();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("notices a connection that died in silence", () => {
    const { links } = connected();
    last().welcome();
    vi.advanceTimersByTime(20_000);
    expect(last().sent.map((one) => one["type"])).toEqual(["hello", "hello"]);
    vi.advanceTimersByTime(6_000);
    expect(links.at(-1)).toBe("lost");
  });

  it("does not come back after it was closed", () => {
    const { socket } = connected();
    last().welcome();
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(FakeSocket.all[0]!.closed).toBe(true);
  });
});

describe("waiting before another try", () => {
  it("doubles, with chance, up to a limit", () => {
    expect(backoff(0, () => 1)).toBe(400);
    expect(backoff(3, () => 1)).toBe(3200);
    expect(backoff(3, () => 0)).toBe(1600);
    expect(backoff(30, () => 1)).toBe(15_000);
  });
});

describe("the lobby", () => {
  const table = (id: string, status = "open") => ({ table: id, status }) as Listing;

  it("follows what is opened, changed and gone", () => {
    let tables = listed([], { type: "lobby", tables: [table("a"), table("b")] });
    tables = listed(tables, { type: "table", table: table("c") });
    expect(tables.map((one) => one.table)).toEqual(["c", "a", "b"]);
    tables = listed(tables, { type: "table", table: table("b", "playing") });
    expect(tables[0]).toEqual(table("b", "playing"));
    tables = listed(tables, { type: "gone", id: "a" });
    expect(tables.map((one) => one.table)).toEqual(["b", "c"]);
  });

  const game = (id: string, mine = false) => ({ table: id, mine }) as OwnGame;

  it("follows one's own games, and keeps them in their places", () => {
    let games = owned([], { type: "own_games", games: [game("a"), game("b")] });
    games = owned(games, { type: "own_game", game: game("b", true) });
    expect(games).toEqual([game("a"), game("b", true)]);
    games = owned(games, { type: "own_game", game: game("c") });
    expect(games.map((one) => one.table)).toEqual(["c", "a", "b"]);
    games = owned(games, { type: "own_game_gone", id: "a" });
    expect(games.map((one) => one.table)).toEqual(["c", "b"]);
    expect(owned(games, { type: "lobby", tables: [] })).toEqual(games);
  });
});
