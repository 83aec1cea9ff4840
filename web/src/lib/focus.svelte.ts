/** The focus of whoever plays by keys is never lost when the card or button that had it goes away. */
import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

/** Where to go on: a card that can be played, else something to do, else the scene itself. */
const NEXT = [".hand [tabindex='0']:not(.dim)", ".actions button", ".hand [tabindex='0']"];

/** Keep the focus inside an element as long as it was there, whenever `changes` gives something new. */
export function keepsFocus(changes: () => unknown): Attachment<HTMLElement> {
  return (box) => {
    let within = false;
    const came = () => (within = true);
    const went = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !box.contains(event.relatedTarget)) within = false;
    };
    box.addEventListener("focusin", came);
    box.addEventListener("focusout", went);
    $effect(() => {
      changes();
      void tick().then(() => {
        if (within && document.activeElement === document.body) next(box).focus();
      });
    });
    return () => {
      box.removeEventListener("focusin", came);
      box.removeEventListener("focusout", went);
    };
  };
}

function next(box: HTMLElement): HTMLElement {
  return NEXT.map((what) => box.querySelector<HTMLElement>(what)).find(Boolean) ?? box;
}
