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
