/** Short notes that go away by themselves. */
export interface Note {
  id: number;
  text: string;
  tone: "plain" | "refused" | "good";
  /** Where more is said of it, and what that is called. */
  link: { path: string; text: string } | null;
}

export const notes = $state<Note[]>([]);
let next = 1;

export function note(text: string, tone: Note["tone"] = "plain", link: Note["link"] = null): void {
  // A new note of a kind takes the place of the old one: they must not cover the table.
  const earlier = notes.find((one) => one.tone === tone);
  if (earlier) dismiss(earlier.id);
  const id = next++;
  notes.push({ id, text, tone, link });
  setTimeout(() => dismiss(id), 3000 + text.length * 45);
}

export function dismiss(id: number): void {
  const at = notes.findIndex((one) => one.id === id);
  if (at >= 0) notes.splice(at, 1);
}
