import type { Principal } from '../../auth/principal.ts';

/** Returns the user of a personal credential, for operations that accept no other kind. */
export function requireUserId({ userId }: Principal): string {
  if (userId === null) throw new Error('a personal credential has no user');
  return userId;
}
