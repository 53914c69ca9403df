import { LecternProblem, type LiveNow, type paths, type Success } from '../../../clients/typescript/src/index.ts';
import type { LiveOutput } from '../../outputs/live-output.ts';
import type { Session } from '../../session/session.ts';

type ViewerCount = Success<paths['/v1/lives/{live_id}/viewers']['get']>;

/** State of a Live: what it shows, who watches, and its outputs. */
export interface LiveOverview {
  readonly now: LiveNow;
  readonly viewers: ViewerCount;
  readonly outputs: readonly LiveOutput[];
}

/** Reads the state of a Live. Rejects with LecternProblem, or with TypeError on a network error. */
export async function fetchLiveOverview({ client }: Session, liveId: string): Promise<LiveOverview> {
  const params = { path: { live_id: liveId } };
  const [now, viewers, outputs] = await Promise.all([
    client.GET('/v1/lives/{live_id}/now', { params }),
    client.GET('/v1/lives/{live_id}/viewers', { params }),
    client.GET('/v1/lives/{live_id}/outputs', { params }),
  ]);
  return { now: now.data, viewers: viewers.data, outputs: outputs.data.data };
}

export const isGone = (error: unknown): boolean =>
  error instanceof LecternProblem && (error.status === 404 || error.status === 403);

/** Writes again with a new ETag after this number of refused attempts. */
const ATTEMPTS = 5;

/**
 * Runs a write whose meaning does not depend on what the Live shows, with its current ETag. While `isStillMeant`, it is
 * repeated if the Live changes in between, as it does with every step of an operator.
 */
export async function writeWithCurrentTag<Result>(
  { client }: Session,
  liveId: string,
  isStillMeant: (now: LiveNow) => boolean,
  write: (params: { path: { live_id: string }; header: { 'if-match': string } }) => Promise<Result>,
): Promise<Result> {
  const path = { live_id: liveId };
  for (let attempt = 1; ; attempt++) {
    const { data: now } = await client.GET('/v1/lives/{live_id}/now', { params: { path } });
    try {
      if (!isStillMeant(now)) throw new LiveOvertakenError(now);
      return await write({ path, header: { 'if-match': now.etag } });
    } catch (error) {
      if (!(error instanceof LecternProblem) || error.status !== 412 || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Thrown if a Live has changed in a way that makes a write mean something else. */
export class LiveOvertakenError extends Error {
  override readonly name = 'LiveOvertakenError';
  readonly now: LiveNow;

  constructor(now: LiveNow) {
    super('The Live has changed.');
    this.now = now;
  }
}
