import { listLives } from './live/list-lives.ts';
import { readRemembered, remember } from './session/remembered.ts';
import type { Session } from './session/session.ts';

const LAST = 'console.live.';

/** The Live that was open last in this browser, else the first one of the owner; null where there is none. */
export async function chooseLive(session: Session): Promise<string | null> {
  const lives = await listLives(session);
  const [last] = readRemembered(LAST + session.owner.id);
  return (lives.find(({ id }) => id === last) ?? lives[0])?.id ?? null;
}

/** Remembers which Live is open. */
export const rememberLive = ({ owner }: Session, liveId: string): void => remember(LAST + owner.id, [liveId]);
