/** The live list of public tables. */
import type { Listing, ToLobby } from "../protocol";
import { backoff, type SocketLike } from "./table-socket";

/** The list after a message. */
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

/** Follow the lobby until the returned function is called. */
export function followLobby(make: () => SocketLike, show: (tables: Listing[]) => void): () => void {
  let tables: Listing[] = [];
  let socket: SocketLike;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout>;
  const open = () => {
    socket = make();
    socket.onmessage = (event) => {
      tries = 0;
      tables = listed(tables, JSON.parse(String(event.data)) as ToLobby);
      show(tables);
    };
    socket.onclose = () => {
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
