/** What this browser remembers under a key: texts. None where it has nothing, remembers nothing, or has something else there. */
export function readStoredStrings(key: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** A browser that remembers nothing, or has no room, goes on without. */
export function storeStrings(key: string, texts: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(texts));
  } catch {
    // The console works as well without.
  }
}
