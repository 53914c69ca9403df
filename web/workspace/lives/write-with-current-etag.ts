import { LecternProblem, type LiveNow } from '../../../clients/typescript/src/index.ts';
import type { Session } from '../../session/session.ts';

/** Most attempts of one write. */
const ATTEMPTS_MAX = 5;

/**
 * Runs a write whose meaning does not depend on what the Live shows, with its current ETag. While `isStillMeant`, it is
 * repeated if the Live changes in between, as it does with every step of an operator.
 */
export async function writeWithCurrentEtag<Result>(
  { client }: Session,
  liveId: string,
  isStillMeant: (now: LiveNow) => boolean,
  write: (params: { path: { live_id: string }; header: { 'if-match': string } }) => Promise<Result>,
): Promise<Result> {
  const path = { live_id: liveId };
  for (let attempt = 1; ; attempt++) {
    const { data: now } = await client.GET('/v1/lives/{live_id}/now', { params: { path } });
    try {
      if (!isStillMeant(now)) throw new LiveOvertakenError();
      return await write({ path, header: { 'if-match': now.etag } });
    } catch (error) {
      if (!(error instanceof LecternProblem) || error.status !== 412 || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** Thrown if a Live has changed in a way that makes a write mean something else. */
export class LiveOvertakenError extends Error {
  override readonly name = 'LiveOvertakenError';
}
