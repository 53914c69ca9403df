import { hash, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../contract/scopes.ts';
import type { ClientRecord, CodeState, GrantUser, RefreshState } from '../storage/storage.ts';
import { parseScope } from './scope.ts';

export type GrantRefusal = 'invalid_client' | 'invalid_grant' | 'invalid_scope';

/** `reused`: a used code or token was sent again, so its grant is revoked. `granted`: the scopes of the new tokens. */
export type GrantDecision =
  | { readonly kind: 'reused' }
  | { readonly kind: 'refused'; readonly reason: GrantRefusal }
  | { readonly kind: 'granted'; readonly scopes: readonly Scope[] };

/** RFC 7636 §4.1 */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Claims of a code exchange. `client` is the client of the request, read before the transaction. */
interface CodeClaim {
  readonly client: ClientRecord | null;
  readonly redirectUri: string;
  readonly verifier: string;
  /** RFC 3339 */
  readonly now: string;
}

/** Validates a code in the order of [D41]: first reuse, then the client, then the bindings of the code. */
export function validateCode(
  { code, grantId, sessionEndsAt, client, user }: CodeState,
  claim: CodeClaim,
): GrantDecision {
  if (grantId !== null) return { kind: 'reused' };
  if (!isEnabled(claim.client, client)) return refused('invalid_client');
  if (claim.client?.id !== code.clientId) return refused('invalid_grant');
  if (code.expiresAt <= claim.now) return refused('invalid_grant');
  if (code.redirectUri !== claim.redirectUri) return refused('invalid_grant');
  if (!isVerified(claim.verifier, code.codeChallenge)) return refused('invalid_grant');
  if (sessionEndsAt === null || sessionEndsAt <= claim.now) return refused('invalid_grant');
  if (!isActive(user)) return refused('invalid_grant');
  return { kind: 'granted', scopes: code.scopes };
}

/** Claims of a refresh. */
interface RefreshClaim {
  readonly client: ClientRecord | null;
  /** Raw `scope` parameter. Undefined keeps all scopes of the grant. */
  readonly scope: string | undefined;
  /** RFC 3339 */
  readonly now: string;
}

/** Validates a refresh token: first reuse, then the client, the grant and its user, then the scope. */
export function validateRefresh({ usedAt, grant, client, user }: RefreshState, claim: RefreshClaim): GrantDecision {
  if (usedAt !== null) return { kind: 'reused' };
  if (!isEnabled(claim.client, client)) return refused('invalid_client');
  if (claim.client?.id !== grant.clientId) return refused('invalid_grant');
  if (grant.revokedAt !== null || !lastsASecond(grant.expiresAt, claim.now)) return refused('invalid_grant');
  if (!isActive(user)) return refused('invalid_grant');
  const scopes = claim.scope === undefined ? grant.scopes : parseScope(claim.scope, grant.scopes);
  return scopes ? { kind: 'granted', scopes } : refused('invalid_scope');
}

/**
 * Returns the error for an unknown code or token: `invalid_grant`, or `invalid_client` if the client is not valid
 * either.
 */
export const refuseUnknownGrant = (client: ClientRecord | null): GrantRefusal =>
  client && !client.disabled ? 'invalid_grant' : 'invalid_client';

/** `known` is the client as the transaction sees it. It can be disabled since `claimed` was read. */
const isEnabled = (claimed: ClientRecord | null, known: ClientRecord): boolean =>
  claimed !== null && !claimed.disabled && !(claimed.id === known.id && known.disabled);

/** Requires one second of lifetime, because a shorter-lived token would be expired on arrival. */
const lastsASecond = (expiresAt: string, now: string): boolean => Date.parse(expiresAt) - Date.parse(now) >= 1_000;

const isActive = ({ accountId, disabled }: GrantUser): boolean => accountId !== null && !disabled;

/** S256, RFC 7636 §4.6 */
function isVerified(verifier: string, challenge: string): boolean {
  const given = Buffer.from(hash('sha256', verifier, 'base64url'));
  const expected = Buffer.from(challenge);
  return VERIFIER.test(verifier) && given.length === expected.length && timingSafeEqual(given, expected);
}

const refused = (reason: GrantRefusal): GrantDecision => ({ kind: 'refused', reason });
