/** The title and the sign of the page: on every page they say when one is awaited. */
import { t } from "../i18n/index.svelte";
import { lobby } from "./lobby.svelte";
import { shell } from "./shell.svelte";

export function dressTitle(): void {
  const count = lobby.games.filter((one) => one.mine).length;
  const title = shell.title ? `${shell.title} · Handful` : "Handful";
  document.title = count ? t("title.awaited", { count, title }) : title;
  document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href = count ? "/icon-turn.svg" : "/icon.svg";
  // Where the app is installed, its sign carries the number.
  if (count) void navigator.setAppBadge?.(count).catch(() => undefined);
  else void navigator.clearAppBadge?.().catch(() => undefined);
}
