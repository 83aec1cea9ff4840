/** What the pages share with the frame around them. */
import type { Picture } from "../protocol";

class Shell {
  /** A waiting room is shown: it scrolls, and has no tabs below. */
  room = $state(false);
  /** The title of the page, without what is said about turns. */
  title = $state("");
  /** The game of the table that is being opened, or a table to be like; null: none is. */
  opening = $state.raw<string | Picture | null>(null);
  setting = $state(false);
  /** The address leads to nothing: there is no table, and the ways to the other pages are shown. */
  lost = $state(false);
}

export const shell = new Shell();
