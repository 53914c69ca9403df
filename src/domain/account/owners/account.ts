import { LecternError } from '../../../contract/lectern-error.ts';
import type { AccountRecord, Storage } from '../../../storage/storage.ts';

/** Returns an account. Throws `not_found`. */
export async function requireAccount({ accounts }: Storage, id: string): Promise<AccountRecord> {
  const account = await accounts.findAccount(id);
  if (!account) throw new LecternError('not_found');
  return account;
}

/** Returns the representation of a personal account. [Resources] */
export function toPersonalAccount({ id, name, handle }: AccountRecord) {
  return { id, kind: 'personal', name, handle } as const;
}
