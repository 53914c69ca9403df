import { LecternProblem } from '../../typescript/src/index.ts';
import { readProblem } from '../../typescript/src/lectern-problem.ts';
import { type Command, CommandProblem, toButtonPath } from './commands.ts';
import {
  type Connection,
  createCommandQueue,
  keepFollowing,
  pause,
  REQUEST_TIMEOUT_MS,
  type Report,
} from './connection.ts';
import { CONNECTED } from './connection-status.ts';
import {
  afterRead,
  type ButtonNow,
  type ButtonState,
  fromCommand,
  type RoomState,
  UNKNOWN_ROOM,
} from './room-state.ts';
import type { Settings } from './settings.ts';

/** Longest wait that the server allows. */
const WAIT_SECONDS = 25;
const READ_TIMEOUT_MS = WAIT_SECONDS * 1000 + REQUEST_TIMEOUT_MS;
/** Least time between the starts of two reads, after a change and without one. */
const CHANGED_INTERVAL_MS = 50;
const UNCHANGED_INTERVAL_MS = 1_000;

/** Follows and operates a room with a button link. [D74] At rest, one read waits at a time. */
export function connectByLink({ linkUrl, key }: Extract<Settings, { by: 'link' }>, report: Report): Connection {
  const end = new AbortController();
  const { signal } = end;
  let state = UNKNOWN_ROOM;
  const adopt = (next: RoomState) => {
    if (signal.aborted) return;
    state = next;
    report.state(state);
  };

  const ask = async <Content extends object>(
    method: 'GET' | 'POST',
    path: string,
    timeoutMs: number,
    member: keyof Content,
  ): Promise<Content> => {
    const response = await fetch(`${linkUrl}/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok) throw await readProblem(response);
    const content: unknown = await response.json();
    if (typeof content === 'object' && content !== null && member in content) return content as Content;
    throw new Error('the response is not from Lectern');
  };

  const follow = async (succeeded: () => void) => {
    let cursor: string | undefined;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const path = cursor === undefined ? 'now' : `now?after=${encodeURIComponent(cursor)}&wait=${WAIT_SECONDS}`;
      const now = await ask<ButtonNow>('GET', path, READ_TIMEOUT_MS, 'cursor');
      succeeded();
      if (signal.aborted) return;
      report.status(CONNECTED);
      const isChanged = now.cursor !== cursor;
      cursor = now.cursor;
      if (isChanged) adopt(afterRead(state, now));
      await pause(startedAt + (isChanged ? CHANGED_INTERVAL_MS : UNCHANGED_INTERVAL_MS) - performance.now(), signal);
    }
  };
  void keepFollowing('link', signal, report, follow);

  return {
    run: createCommandQueue(async (command: Command) => {
      const path = toButtonPath(command);
      try {
        adopt(fromCommand(await ask<ButtonState>('POST', path, REQUEST_TIMEOUT_MS, 'type')));
      } catch (error) {
        if (error instanceof LecternProblem && error.code === 'live_stopped') adopt({ ...state, stopped: true });
        if (error instanceof LecternProblem) throw new CommandProblem(error.message);
        throw error;
      }
    }),
    stop: () => end.abort(),
  };
}
