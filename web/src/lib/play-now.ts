/** A game against bots, at once. */
import { api } from "../net/api";
import { levelIn } from "./faces.svelte";
import { me } from "./me.svelte";
import { randomText } from "./random";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { note } from "./toasts.svelte";

export async function playNow(game: string): Promise<void> {
  try {
    await me.introduce();
    go(`/t/${(await api.playNow({ game, level: levelIn(game), pace: settings.pace, nonce: randomText() })).id}`);
  } catch (error) {
    note((error as Error).message, "refused");
  }
}
