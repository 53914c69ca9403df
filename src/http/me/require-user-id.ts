import type { Principal } from '../../auth/principal.ts';

/** Whose personal credential it is. For operations that take no other kind. */
export function requireUserId({ userId }: Principal): string {
  if (userId === null) throw new Error('a personal credential has no user');
  return userId;
}
