/** A random text that nobody can guess. (`crypto.randomUUID` is missing on pages that are not encrypted.) */
export function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
