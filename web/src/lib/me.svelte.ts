/** Who is playing: a guest with a name and a face, known to the server by a cookie. */
import type { Faced } from "../components/Face.svelte";
import { t } from "../i18n/index.svelte";
import { api } from "../net/api";
import type { FaceMe, Me, Profile, Rating } from "../protocol";
import { isSure, ratingWord } from "./ratings";
import { settings } from "./settings.svelte";

class Guest {
  #known = $state.raw<Me>({ id: "", name: "", sign: "initial", colour: "green", page: "" });
  /** The server was asked who one is. */
  asked = $state(false);
  /** One's public page, if it has been looked at. */
  profile = $state.raw<Profile | null>(null);

  get name(): string {
    return this.#known.name;
  }

  get id(): string {
    return this.#known.id;
  }

  get page(): string {
    return this.#known.page;
  }

  get known(): boolean {
    return this.#known.id !== "";
  }

  /** How the others see one. */
  get faced(): Faced {
    return this.known ? this.#known : this.wished;
  }

  /** What one has chosen; the server is told when it matters. */
  get wished(): Faced {
    return { name: settings.name || t("home.guest"), sign: settings.sign || this.#known.sign, colour: settings.colour || this.#known.colour };
  }

  /** How many games one has finished, as far as that is known. */
  get played(): number {
    return this.profile?.games.reduce((sum, one) => sum + one.games, 0) ?? 0;
  }

  rating(game: string): Rating | null {
    return this.profile?.games.find((one) => one.game === game)?.rating ?? null;
  }

  /** A rating with its doubt, on a tile. */
  ratingWord(game: string): string {
    const rating = this.rating(game);
    return rating && isSure(rating) ? ratingWord(rating) : "";
  }

  async ask(): Promise<void> {
    this.#known = await api.me();
    this.asked = true;
    settings.name ||= this.#known.name;
    if (!this.known) return;
    settings.sign ||= this.#known.sign;
    settings.colour ||= this.#known.colour;
  }

  /** Look at one's own public page. */
  async look(): Promise<void> {
    if (!this.asked) await this.ask();
    if (this.page) this.profile = await api.player(this.page);
  }

  /** Be the player whose other device showed this code. */
  async become(code: string, replace: boolean): Promise<void> {
    this.#take(await api.useCode({ code, replace }));
  }

  /** End the cookies of all other devices. */
  async logOutElsewhere(): Promise<void> {
    this.#take(await api.logOut({}));
  }

  /** Make sure that the server knows the name and the face that were chosen, or a name made up. */
  async introduce(): Promise<void> {
    const { sign, colour } = settings;
    const wanted = settings.name.trim() || this.#known.name || t("home.guest");
    if (!this.known || wanted !== this.#known.name) this.#take(await api.nameMe(wanted), !sign);
    if (sign && (sign !== this.#known.sign || colour !== this.#known.colour)) this.#take(await api.faceMe({ sign, colour } as FaceMe));
  }

  #take(known: Me, face = true): void {
    this.#known = known;
    this.asked = true;
    settings.name = known.name;
    if (!face) return;
    settings.sign = known.sign;
    settings.colour = known.colour;
  }
}

export const me = new Guest();
