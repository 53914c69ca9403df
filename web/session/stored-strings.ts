/** Reads a list of strings from local storage. Returns an empty list if none exists or it cannot be read. */
export function readStoredStrings(key: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/** Writes a list of strings to local storage. Ignores errors, such as disabled or full storage. */
export function storeStrings(key: string, texts: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(texts));
  } catch {
    // The console works without stored strings.
  }
}
