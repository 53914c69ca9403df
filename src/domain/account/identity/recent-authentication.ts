import { RECENT_SIGN_IN_MINUTES } from '../../../contract/limits.ts';
import type { SessionRecord } from '../../../storage/storage.ts';

/**
 * Returns true if the session started recently enough to add a passkey or a first password. Both outlive the session,
 * which may be stolen.
 */
export const isRecentlyAuthenticated = ({ createdAt }: SessionRecord, nowMs: number): boolean =>
  nowMs - Date.parse(createdAt) <= RECENT_SIGN_IN_MINUTES * 60_000;
