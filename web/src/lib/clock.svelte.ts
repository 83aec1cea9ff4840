import { serverNow } from "../net/api";

/** The time until a deadline, as it runs down. To be made while a component is set up. */
export class Countdown {
  #now = $state(serverNow());
  readonly #deadline: () => number | null;

  constructor(deadline: () => number | null) {
    this.#deadline = deadline;
    $effect(() => {
      if (deadline() === null) return;
      this.#now = serverNow();
      const tick = setInterval(() => (this.#now = serverNow()), 250);
      return () => clearInterval(tick);
    });
  }

  /** In milliseconds; 0 without a deadline. */
  get left(): number {
    return Math.max(0, (this.#deadline() ?? 0) - this.#now);
  }

  /** In whole seconds that have begun. */
  get seconds(): number {
    return Math.ceil(this.left / 1000);
  }
}
