import { fetchLives } from '../session/fetch-lives.ts';
import type { Session } from '../session/session.ts';
import { readStoredStrings, storeStrings } from '../session/stored-strings.ts';

const STORAGE_PREFIX = 'console.live.';

/**
 * Returns the id of the Live last opened in this browser, or else the owner's first Live; null if the owner has none.
 */
export async function chooseLive(session: Session): Promise<string | null> {
  const lives = await fetchLives(session);
  const [last] = readStoredStrings(STORAGE_PREFIX + session.owner.id);
  return (lives.find(({ id }) => id === last) ?? lives[0])?.id ?? null;
}

/** Stores which Live is open in this browser. */
export const rememberLive = ({ owner }: Session, liveId: string): void =>
  storeStrings(STORAGE_PREFIX + owner.id, [liveId]);
