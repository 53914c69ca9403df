import type { Answer } from './api.ts';
import { type KeyDoor, keyDoorOf } from './key-door.ts';

/** A screen that shows an output, by its address. [D60] */
export interface OutputDoor extends KeyDoor {
  report(cookie: string | undefined, body?: object, headers?: Record<string, string>): Promise<Answer>;
}

export const REPORT = { sequence: 0, part: 0, width: 1920, height: 1080, problem: null };

/** `origin`: the node that is asked. */
export function outputDoorOf(origin: string, url: string): OutputDoor {
  const door = keyDoorOf(origin, url);
  return {
    ...door,
    report: (cookie, body = REPORT, headers = {}) =>
      door.send('report', body, { ...(cookie && { cookie }), ...headers }),
  };
}
