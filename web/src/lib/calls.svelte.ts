/** Being called when it is one's turn and one looks elsewhere: by a sound, a message and a short buzz. */
import { t } from "../i18n/index.svelte";
import { said } from "../i18n/words";
import type { OwnGame } from "../protocol";
import { titleOf } from "./faces.svelte";
import { at, go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { play } from "./sounds";

/** What was answered when we asked whether to call. */
interface Answers {
  /** How often it was put off. */
  refused: number;
  /** Not to be asked again before this moment. */
  until: number;
}

const KEY = "handful-calls";
const MOST_REFUSED = 2;
const DAY_MS = 24 * 3600 * 1000;
const BUZZ_MS = [60, 40, 60];

function answers(): Answers {
  try {
    return { refused: 0, until: 0, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Answers>) };
  } catch {
    return { refused: 0, until: 0 };
  }
}

export function canCall(): boolean {
  return "Notification" in window && Notification.permission !== "denied";
}

/** Whether it makes sense to ask: the browser can call, nobody has said no for today, or twice. */
export function mayAsk(now = Date.now()): boolean {
  const { refused, until } = answers();
  return canCall() && !settings.calls && refused < MOST_REFUSED && now >= until;
}

export function notNow(now = Date.now()): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ refused: answers().refused + 1, until: now + DAY_MS }));
  } catch {
    // Without storage it is asked again when the page is loaded anew.
  }
}

/** Call from now on, if the browser may. */
export async function callMe(): Promise<boolean> {
  settings.calls = canCall() && (await Notification.requestPermission()) === "granted";
  return settings.calls;
}

/** The games that await one now and did not before. */
export function newTurns(before: readonly OwnGame[], after: readonly OwnGame[]): OwnGame[] {
  return after.filter((one) => one.mine && before.some((other) => other.table === one.table && !other.mine));
}

/** Say that it is one's turn at a table, unless one looks at it. */
export function call(game: OwnGame): void {
  const here = at.route.page === "table" && at.route.table === game.table;
  if (here && document.visibilityState === "visible") return;
  if (!here) play("turn");
  if (!settings.calls || !canCall() || Notification.permission !== "granted") return;
  navigator.vibrate?.(BUZZ_MS);
  void show(t("calls.turn_in", { game: titleOf(game.game) }), said(game.game, "prompt") ?? "", `/t/${game.table}`);
}

/** Whoever looks at the page again needs no message any more. */
export async function heard(): Promise<void> {
  if (document.visibilityState !== "visible" || !settings.calls) return;
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const message of (await worker?.getNotifications()) ?? []) message.close();
}

async function show(title: string, body: string, path: string): Promise<void> {
  const options = { body, icon: "/icon-192.png", tag: path, data: path };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, options);
  const message = new Notification(title, options);
  message.onclick = () => {
    focus();
    go(path);
  };
}
