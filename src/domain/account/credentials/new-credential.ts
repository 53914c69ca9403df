import { PERSONAL_TOKEN_MAX_DAYS } from '../../../contract/limits.ts';
import type { CredentialRecord } from '../../../storage/storage.ts';
import { toTime } from '../../clock.ts';
import { newId } from '../../identifiers.ts';
import { hashCredentialSecret, newCredentialSecret } from './credential-secret.ts';

/** What an administrator's token is called that is given no name. */
export const TOKEN_DEFAULT_NAME = 'Command line';

const DAY_MS = 86_400_000;

/** What a person or an operator chooses of a new credential. */
type Chosen = Pick<CredentialRecord, 'kind' | 'name' | 'organizationId' | 'userId' | 'scopes' | 'expiresAt'>;

/** A new credential as it is kept, and its secret, which is nowhere else. [D35] */
export function newCredential(chosen: Chosen, nowMs: number): { secret: string; credential: CredentialRecord } {
  const secret = newCredentialSecret(chosen.kind);
  const hash = hashCredentialSecret(secret);
  const createdAt = toTime(nowMs);
  return { secret, credential: { ...chosen, id: newId(), hash, createdAt, revokedAt: null } };
}

/** Whether a credential can last so many days. [D35] */
export const isLifetime = (days: number): boolean =>
  Number.isInteger(days) && days >= 1 && days <= PERSONAL_TOKEN_MAX_DAYS;

/** The same days as somebody types them. Null for anything else. */
export function parseLifetime(text: string): number | null {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return isLifetime(days) ? days : null;
}

/** When a credential ends that lasts so many days. */
export const expiryAfterDays = (days: number, nowMs: number): string => toTime(nowMs + days * DAY_MS);
