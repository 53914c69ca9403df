const PERSON = 'lectern-person';

/**
 * Forgets what another person left in this tab, so that no one saves drafts that are not theirs. Call it before drafts
 * are read.
 */
export function forgetDraftsOfOthers(personId: string): void {
  try {
    if (sessionStorage.getItem(PERSON) === personId) return;
    sessionStorage.clear();
    sessionStorage.setItem(PERSON, personId);
  } catch {
    // Without storage there are no drafts.
  }
}
