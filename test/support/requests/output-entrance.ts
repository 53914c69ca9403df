import type { ApiResponse } from './api.ts';
import { type KeyEntrance, keyEntrance } from './key-entrance.ts';

/** A screen that shows an output, by its address. [D60] */
export interface OutputEntrance extends KeyEntrance {
  report(cookie: string | undefined, body?: object, headers?: Record<string, string>): Promise<ApiResponse>;
}

export const REPORT = { sequence: 0, part: 0, width: 1920, height: 1080, problem: null };

/** `origin`: the node that is asked. */
export function openOutputEntrance(origin: string, url: string): OutputEntrance {
  const door = keyEntrance(origin, url);
  return {
    ...door,
    report: (cookie, body = REPORT, headers = {}) =>
      door.send('report', body, { ...(cookie && { cookie }), ...headers }),
  };
}
