/** Public tables and one's own games, as they are right now. */
import { socketTo } from "../net/api";
import { followLobby, listed, owned } from "../net/lobby-socket";
import type { Listing, OwnGame } from "../protocol";
import { learnGames, titleOf } from "./faces.svelte";

/** What is remembered of one's games for when the server is away. */
interface Known {
  at: number;
  games: { table: string; game: string; title: string; turn: boolean }[];
}

const KEY = "handful-games";

class Lobby {
  /** Null before they are known. */
  tables = $state.raw<Listing[] | null>(null);
  games = $state.raw<OwnGame[]>([]);
  /** One's own games are known. */
  ready = $state(false);

  /** Look on until the returned function is called. */
  follow(): () => void {
    this.games = [];
    this.ready = false;
    return followLobby(socketTo("/ws/lobby"), (message) => {
      this.tables = listed(this.tables ?? [], message);
      this.games = owned(this.games, message);
      if (message.type.startsWith("own_game")) {
        this.ready = true;
        void remember(this.games);
      }
    });
  }
}

/** One's games with their titles, which may come later than the games. */
async function remember(games: readonly OwnGame[]): Promise<void> {
  if (games.some(({ game }) => titleOf(game) === game)) await learnGames().catch(() => undefined);
  const known: Known = { at: Date.now(), games: games.map(({ table, game, mine }) => ({ table, game, title: titleOf(game), turn: mine })) };
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Without storage nothing is shown while the server is away.
  }
}

/** One's games as they were when the server was last heard. */
export function lastKnown(): Known {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "null") as Known | null) ?? { at: 0, games: [] };
  } catch {
    return { at: 0, games: [] };
  }
}

export const lobby = new Lobby();
