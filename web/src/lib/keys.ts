/** When a key that is pressed is meant as a command. */

export function typing(event: KeyboardEvent): boolean {
  const where = event.target as HTMLElement;
  return ["INPUT", "SELECT", "TEXTAREA"].includes(where.tagName) || where.closest("dialog") !== null;
}

export function shortcuts(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
}
