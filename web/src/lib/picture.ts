/** How an update changes the picture of a table. */
import type { Picture, Told, View } from "../protocol";

export interface Changes {
  number: number;
  told: Told[];
  picture: Partial<Picture>;
  view?: View;
}

/** The picture after an update: what is given replaces what was there. */
export function updated(picture: Picture, changes: Changes): Picture {
  const after: Picture = { ...picture, ...changes.picture, number: changes.number };
  if (changes.view && after.view) after.view = { ...after.view, ...changes.view };
  return after;
}

/** Whether an update follows directly on a picture; else something was missed. */
export function follows(picture: Picture, changes: Changes): boolean {
  const first = changes.told[0]?.number ?? changes.number;
  return first <= picture.number + 1;
}

/** A player's name, or what stands for one. */
export function seatName(picture: Picture, seat: number, words: { bot: string; seat: string }): string {
  const info = picture.seats[seat];
  if (info?.name) return info.name;
  return `${info?.bot ? words.bot : words.seat} ${seat}`;
}
