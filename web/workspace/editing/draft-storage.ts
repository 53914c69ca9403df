/** Stores unsaved content in the session storage of the tab, so that it survives a reload of the page. */

const PERSON = 'lectern-person';

/**
 * Removes what another person left in this tab, so that no one saves drafts that are not theirs. Call it before drafts
 * are read.
 */
export function forgetDraftsOfOthers(personId: string): void {
  try {
    if (sessionStorage.getItem(PERSON) === personId) return;
    sessionStorage.clear();
    sessionStorage.setItem(PERSON, personId);
  } catch {
    // The storage is disabled, so there are no drafts.
  }
}

/** Returns a stored draft, or null without one and if it cannot be read. */
export function readDraft<Draft>(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export function keepDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is disabled or full. Only a reload loses the draft, and the page warns before it.
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // The storage is disabled, so there is no draft.
  }
}
