import type { ButtonNow, ButtonState } from '../../../src/contract/buttons.ts';
import { readProblem } from '../../typescript/src/lectern-problem.ts';
import { pause } from '../../typescript/src/pause.ts';
import { toButtonPath } from './commands.ts';
import {
  createCommandQueue,
  keepFollowing,
  REQUEST_TIMEOUT_MS,
  type Report,
  type RoomConnection,
} from './connection.ts';
import { CONNECTED } from './connection-status.ts';
import { afterRead, fromCommand, type RoomState, UNKNOWN_ROOM } from './room-state.ts';
import type { RoomSettings } from './settings.ts';

/** Longest wait that the server allows. */
const WAIT_SECONDS = 25;
const READ_TIMEOUT_MS = WAIT_SECONDS * 1000 + REQUEST_TIMEOUT_MS;
/** Least time between the starts of two reads, after a change and without one. */
const CHANGED_INTERVAL_MS = 50;
const UNCHANGED_INTERVAL_MS = 1_000;

/** Follows and operates a room with a button link. [D74] At rest, one read waits at a time. */
export function connectByLink({ linkUrl, key }: Extract<RoomSettings, { by: 'link' }>, report: Report): RoomConnection {
  const end = new AbortController();
  const { signal } = end;
  let state = UNKNOWN_ROOM;
  /** Position of the reads. Undefined: the next read responds at once. */
  let cursor: string | undefined;
  let reading = new AbortController();
  const adopt = (next: RoomState) => {
    if (signal.aborted) return;
    state = next;
    report.state(state);
  };

  const ask = async <Content extends object>(
    method: 'GET' | 'POST',
    path: string,
    member: keyof Content,
    ends: readonly AbortSignal[],
  ): Promise<Content> => {
    const response = await fetch(`${linkUrl}/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.any([signal, ...ends]),
    });
    if (!response.ok) throw await readProblem(response);
    const content: unknown = await response.json();
    if (typeof content === 'object' && content !== null && member in content) return content as Content;
    throw new Error('the response is not from Lectern');
  };

  const follow = async (succeeded: () => void) => {
    cursor = undefined;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const after: string | undefined = cursor;
      const path: string = after === undefined ? 'now' : `now?after=${encodeURIComponent(after)}&wait=${WAIT_SECONDS}`;
      reading = new AbortController();
      const { signal: overtaken } = reading;
      let now: ButtonNow | null = null;
      try {
        now = await ask<ButtonNow>('GET', path, 'cursor', [overtaken, AbortSignal.timeout(READ_TIMEOUT_MS)]);
      } catch (error) {
        if (!overtaken.aborted) throw error;
      }
      if (signal.aborted) return;
      if (now) report.status(CONNECTED);
      if (now && after !== undefined) succeeded();
      const isSame = now?.cursor === after;
      if (now && !overtaken.aborted) {
        cursor = now.cursor;
        if (!isSame) adopt(afterRead(state, now));
      }
      const interval = isSame ? UNCHANGED_INTERVAL_MS : CHANGED_INTERVAL_MS;
      await pause(startedAt + interval - performance.now(), signal);
    }
  };
  void keepFollowing('link', signal, report, follow);

  return {
    run: createCommandQueue(async (command) => {
      const path = toButtonPath(command);
      const after = await ask<ButtonState>('POST', path, 'type', [AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
      adopt(fromCommand(after));
      // The read that waits compares with what was shown before. If that comes back, it would not respond.
      cursor = undefined;
      reading.abort();
    }),
    stop: () => end.abort(),
  };
}
