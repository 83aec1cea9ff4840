/** Who is playing: a guest with a name, known to the server by a cookie. */
import { t } from "../i18n/index.svelte";
import type { Me } from "../protocol";
import { api } from "../net/api";
import { settings } from "./settings.svelte";

class Guest {
  #known = $state<Me>({ id: "", name: "" });

  get name(): string {
    return this.#known.name;
  }

  get known(): boolean {
    return this.#known.id !== "";
  }

  async ask(): Promise<void> {
    this.#known = await api.me();
    if (!settings.name && this.#known.name) settings.name = this.#known.name;
  }

  /** Be the player whose other device showed this code. */
  async become(code: string): Promise<void> {
    this.#known = await api.useCode(code);
    settings.name = this.#known.name;
  }

  /** Make sure that the server knows the name that was chosen, or one made up. */
  async introduce(): Promise<void> {
    const wanted = settings.name.trim() || this.#known.name || t("home.guest");
    if (this.known && wanted === this.#known.name) return;
    this.#known = await api.nameMe(wanted);
    settings.name = this.#known.name;
  }
}

export const me = new Guest();
