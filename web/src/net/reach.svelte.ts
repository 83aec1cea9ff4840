/** Whether the server can be reached. While it cannot, it is asked again by itself. */

/** The longest time between two tries, in seconds. */
const FIRST_S = 2;
const LONGEST_S = 15;

class Reach {
  away = $state(false);
  /** Seconds until the next try, and of how many. */
  left = $state(0);
  wait = $state(FIRST_S);
  trying = $state(false);
  #pulse: ReturnType<typeof setInterval> | undefined;

  /** An answer came. */
  found(): void {
    this.away = false;
    this.wait = FIRST_S;
    clearInterval(this.#pulse);
    this.#pulse = undefined;
  }

  /** No answer came. */
  lost(): void {
    this.away = true;
    this.left = this.wait;
    this.#pulse ??= setInterval(() => this.#tick(), 1_000);
  }

  /** Something broke off: find out whether the server is there. */
  async look(): Promise<void> {
    if (this.trying) return;
    this.trying = true;
    const there = await fetch("/api/me", { cache: "no-store" }).then(isThere, () => false);
    this.trying = false;
    if (there) this.found();
    else {
      if (this.away) this.wait = Math.min(this.wait * 2, LONGEST_S);
      this.lost();
    }
  }

  #tick(): void {
    this.left -= 1;
    if (this.left <= 0) void this.look();
  }
}

/** Whether the server itself answers, and can: not something before it, and not one that is just restarting. */
export function isThere(answer: Response): boolean {
  return ![502, 503, 504].includes(answer.status);
}

export const reach = new Reach();
