import { PERSONAL_TOKEN_MAX_DAYS } from '../../../contract/limits.ts';
import type { CredentialRecord } from '../../../storage/storage.ts';
import { toTime } from '../../clock.ts';
import { newId } from '../../identifiers.ts';
import { hashCredentialSecret, newCredentialSecret } from './credential-secret.ts';

/** The default name of a token that an administrator creates. */
export const TOKEN_DEFAULT_NAME = 'Command line';

const DAY_MS = 86_400_000;

/** The properties of a new credential that its creator chooses. */
type Chosen = Pick<CredentialRecord, 'kind' | 'name' | 'organizationId' | 'userId' | 'scopes' | 'expiresAt'>;

/** Creates a credential record and its secret, which is stored nowhere. [D35] */
export function newCredential(chosen: Chosen, nowMs: number): { secret: string; credential: CredentialRecord } {
  const secret = newCredentialSecret(chosen.kind);
  const hash = hashCredentialSecret(secret);
  const createdAt = toTime(nowMs);
  return { secret, credential: { ...chosen, id: newId(), hash, createdAt, revokedAt: null } };
}

/** Returns true if a credential can last this number of days. [D35] */
export const isLifetime = (days: number): boolean =>
  Number.isInteger(days) && days >= 1 && days <= PERSONAL_TOKEN_MAX_DAYS;

/** Parses a typed number of days. Returns null if it is not a valid lifetime. */
export function parseLifetime(text: string): number | null {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return isLifetime(days) ? days : null;
}

/** Returns the time at which a credential with this lifetime expires. */
export const expiryAfterDays = (days: number, nowMs: number): string => toTime(nowMs + days * DAY_MS);
