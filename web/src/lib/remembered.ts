/** What this browser saw of a table before its game began, to compare with what is told at the end. */

const key = (table: string) => `handful-commitment-${table}`;

/** Keep the commitment that is shown first. */
export function rememberCommitment(table: string, commitment: string): void {
  try {
    if (!localStorage.getItem(key(table))) localStorage.setItem(key(table), commitment);
  } catch {
    // Without storage only what the server says now can be checked.
  }
}

export function rememberedCommitment(table: string): string | null {
  try {
    return localStorage.getItem(key(table));
  } catch {
    return null;
  }
}
