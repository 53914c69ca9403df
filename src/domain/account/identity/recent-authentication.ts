import { RECENT_SIGN_IN_MINUTES } from '../../../contract/limits.ts';
import type { SessionRecord } from '../../../storage/storage.ts';

/**
 * Whether somebody has signed in so lately that a passkey or a first password can be added: either outlives the session,
 * which may be stolen.
 */
export const isRecentlyAuthenticated = ({ createdAt }: SessionRecord, nowMs: number): boolean =>
  nowMs - Date.parse(createdAt) <= RECENT_SIGN_IN_MINUTES * 60_000;
