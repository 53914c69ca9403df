import { fetchLives } from './live/fetch-lives.ts';
import type { Session } from './session/session.ts';
import { readStoredStrings, storeStrings } from './session/stored-strings.ts';

const LAST = 'console.live.';

/** The Live that was open last in this browser, else the first one of the owner; null where there is none. */
export async function chooseLive(session: Session): Promise<string | null> {
  const lives = await fetchLives(session);
  const [last] = readStoredStrings(LAST + session.owner.id);
  return (lives.find(({ id }) => id === last) ?? lives[0])?.id ?? null;
}

/** Remembers which Live is open. */
export const rememberLive = ({ owner }: Session, liveId: string): void => storeStrings(LAST + owner.id, [liveId]);
