import { messages, type Texts } from "../../i18n/index.svelte";
import { wordsOf } from "../../i18n/words";
import type { Word } from "./declared";
import en from "./messages.en.json";

/** What is the scene's own. */
export const say = messages(en, import.meta.glob<Texts>(["./messages.*.json", "!**/messages.en.json"], { import: "default" }));
/** What the game itself says. */
export const word = wordsOf<Word>("claim");
