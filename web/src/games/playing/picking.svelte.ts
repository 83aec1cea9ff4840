/** Picking cards of one's hand towards one of the legal actions, which are all that is known about what is allowed. */
import { type Action, matching, playable } from "../../lib/actions";

/** What can be picked from at this moment. */
export interface Choice {
  hand: readonly string[];
  /** The legal actions that are done with cards of the hand. */
  actions: readonly Action[];
  mine: boolean;
}

export class Picking {
  readonly #now: () => Choice;
  #picked = $state.raw<string[]>([]);

  constructor(now: () => Choice) {
    this.#now = now;
  }

  /** In the order in which they were picked; what leads to nothing any more is no longer there. */
  get selected(): string[] {
    const { hand, actions, mine } = this.#now();
    const held = this.#picked.filter((card) => hand.includes(card));
    return mine && containing(actions, held).length ? held : [];
  }

  /** The actions that are done with exactly the selected cards. */
  get exact(): Action[] {
    const { actions, mine } = this.#now();
    return mine ? matching(actions, this.selected) : [];
  }

  /** The actions that need all selected cards, and perhaps more. */
  get containing(): Action[] {
    const { actions, mine } = this.#now();
    return mine ? containing(actions, this.selected) : [];
  }

  /** The cards that lead on from here; null while there is nothing to do with cards. */
  get usable(): Set<string> | null {
    const { actions, mine } = this.#now();
    if (!mine || !actions.length) return null;
    // Where one card is played, another tap means another card.
    const single = actions.every((action) => action.cards.length === 1);
    return playable(actions, single ? [] : this.selected);
  }

  toggle(card: string): void {
    const { selected } = this;
    if (selected.includes(card)) this.#picked = selected.filter((one) => one !== card);
    else this.#picked = containing(this.#now().actions, [...selected, card]).length ? [...selected, card] : [card];
  }

  /** Select these cards and no others. */
  take(cards: readonly string[]): void {
    this.#picked = [...cards];
  }

  /** Begin anew with a card that does not go with the only one that is selected; false where that is not so. */
  instead(card: string): boolean {
    const able = this.#now().mine && this.selected.length === 1 && containing(this.#now().actions, [card]).length > 0;
    if (able) this.#picked = [card];
    return able;
  }

  add(card: string): void {
    if (!this.selected.includes(card)) this.toggle(card);
  }

  clear(): void {
    this.#picked = [];
  }
}

export function containing(actions: readonly Action[], cards: readonly string[]): Action[] {
  return actions.filter((action) => cards.every((card) => action.cards.includes(card)));
}
