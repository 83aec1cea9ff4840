/** Where the page is: `/`, `/learn`, `/history`, `/you`, `/players/ID`, `/t/TABLE`, `/replay/TABLE`, `/rules/GAME`, `/learn/GAME/LESSON`, `/device`. */

export type Route =
  | { page: "home" }
  | { page: "learn" }
  | { page: "history" }
  | { page: "you" }
  | { page: "player"; player: string }
  | { page: "table"; table: string }
  | { page: "replay"; table: string; move: number | null; seat: number | null }
  | { page: "rules"; game: string }
  | { page: "lesson"; game: string; number: number }
  | { page: "device" }
  | { page: "unknown" };

const ALONE = ["learn", "history", "you", "device"] as const;

/** The page of an address; a replay may name a move and a seat, as in `/replay/abc#move=12&seat=1`. */
export function route(path: string, hash = ""): Route {
  const [first = "", second = "", ...more] = path.split("/").filter(Boolean);
  if (!first) return { page: "home" };
  if (first === "learn" && second && more.length < 2) return { page: "lesson", game: second, number: whole(more[0] ?? "1") ?? 1 };
  if (more.length) return { page: "unknown" };
  const alone = ALONE.find((one) => one === first);
  if (alone && !second) return { page: alone };
  if (first === "t" && second) return { page: "table", table: second };
  if (first === "players" && second) return { page: "player", player: second };
  if (first === "rules") return { page: "rules", game: second };
  if (first === "replay" && second) {
    const asked = new URLSearchParams(hash.replace(/^#/, ""));
    return { page: "replay", table: second, move: whole(asked.get("move")), seat: whole(asked.get("seat")) };
  }
  return { page: "unknown" };
}

function whole(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

export const at = $state({ route: route(location.pathname, location.hash) });

function look(): void {
  at.route = route(location.pathname, location.hash);
}

export function go(path: string): void {
  history.pushState(null, "", path);
  look();
  scrollTo(0, 0);
}

/** Follow links inside the page without loading it anew. */
export function follow(): void {
  addEventListener("popstate", look);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.origin !== location.origin) return;
    if (link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
    // A link to a place on the same page is the browser's own affair.
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.hash);
  });
}
