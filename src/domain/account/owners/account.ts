import { LecternError } from '../../../contract/lectern-error.ts';
import type { AccountRecord, Storage } from '../../../storage/storage.ts';

/** Throws `not_found`. */
export async function requireAccount({ accounts }: Storage, id: string): Promise<AccountRecord> {
  const account = await accounts.findAccount(id);
  if (!account) throw new LecternError('not_found');
  return account;
}

/** [Resources] Personal account */
export function toPersonalAccount({ id, name, handle }: AccountRecord) {
  return { id, kind: 'personal', name, handle } as const;
}
