/** The live list of public tables, and of one's own games. */
import type { Listing, OwnGame, ToLobby } from "../protocol";
import { reach } from "./reach.svelte";
import { backoff, type SocketLike } from "./table-socket";

/** The public tables after a message. */
export function listed(tables: readonly Listing[], message: ToLobby): Listing[] {
  switch (message.type) {
    case "lobby":
      return message.tables;
    case "table":
      return [message.table, ...tables.filter((one) => one.table !== message.table.table)];
    case "gone":
      return tables.filter((one) => one.table !== message.id);
    default:
      return [...tables];
  }
}

/** One's own games after a message. */
export function owned(games: readonly OwnGame[], message: ToLobby): OwnGame[] {
  switch (message.type) {
    case "own_games":
      return message.games;
    case "own_game":
      if (!games.some((one) => one.table === message.game.table)) return [message.game, ...games];
      return games.map((one) => (one.table === message.game.table ? message.game : one));
    case "own_game_gone":
      return games.filter((one) => one.table !== message.id);
    default:
      return [...games];
  }
}

/** Follow the lobby until the returned function is called. */
export function followLobby(make: () => SocketLike, hear: (message: ToLobby) => void): () => void {
  let socket: SocketLike;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout>;
  const open = () => {
    socket = make();
    socket.onmessage = (event) => {
      tries = 0;
      hear(JSON.parse(String(event.data)) as ToLobby);
    };
    socket.onclose = () => {
      if (!reach.away) void reach.look();
      retry = setTimeout(open, backoff(tries++));
    };
  };
  open();
  return () => {
    clearTimeout(retry);
    socket.onclose = socket.onmessage = null;
    socket.close();
  };
}
