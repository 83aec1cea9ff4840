/** Something that the newest events tell and that is shown for a moment: it goes by itself, or when it is put away. */
import { untrack } from "svelte";

export class Latest<Story, GameEvent> {
  #shown = $state.raw<Story | null>(null);
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** To be made while a component is set up; `tell` gives null where the events tell nothing of this kind. */
  constructor(fresh: () => GameEvent[], tell: (events: GameEvent[]) => Story | null, ms: number) {
    $effect(() => {
      const events = fresh();
      const story = untrack(() => tell(events));
      if (story !== null) this.#show(story, ms);
    });
    $effect(() => () => clearTimeout(this.#rest));
  }

  get shown(): Story | null {
    return this.#shown;
  }

  #show(story: Story, ms: number): void {
    clearTimeout(this.#rest);
    this.#shown = story;
    this.#rest = setTimeout(() => (this.#shown = null), ms);
  }

  putAway(): void {
    clearTimeout(this.#rest);
    this.#shown = null;
  }
}
