import { ACCESS_TOKEN_SECONDS, GRANT_DAYS, GRANTS_PER_USER_MAX } from '../contract/limits.ts';
import type { Scope } from '../contract/scopes.ts';
import {
  hashCredentialSecret,
  isCredentialSecret,
  newCredentialSecret,
} from '../domain/account/credentials/credential-secret.ts';
import { type Actor, toAuditRecord } from '../domain/audit/audit.ts';
import { type Clock, toTime } from '../domain/clock.ts';
import { newId } from '../domain/identifiers.ts';
import { hashOpaqueSecret, isOpaqueSecret } from '../domain/opaque-secret.ts';
import type { AuditRecord, GrantUser, Storage } from '../storage/storage.ts';
import {
  type GrantDecision,
  type GrantRefusal,
  refuseUnknownGrant,
  validateCode,
  validateRefresh,
} from './grant-rules.ts';

const DAY_MS = 86_400_000;

/** Tokens for the client. Only their hashes are stored. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly scopes: readonly Scope[];
  /** Whole seconds until the access token expires. */
  readonly expiresIn: number;
}

export interface GrantServices {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Called after every change that can affect permissions. */
  readonly onAuthorityChanged: () => void;
}

/**
 * Exchanges authorization codes and refresh tokens for access tokens. Each exchange, and each revocation after a reuse,
 * is one transaction that is durable before the response is sent. [States], [D39], [D41]
 */
export class GrantExchange {
  readonly #services: GrantServices;

  constructor(services: GrantServices) {
    this.#services = services;
  }

  /** Exchanges a code for a new grant and its first tokens. */
  async exchangeCode(
    claim: { clientId: string; code: string; redirectUri: string; verifier: string },
    requestId: string,
  ): Promise<IssuedTokens | GrantRefusal> {
    const { storage, clock } = this.#services;
    const client = await storage.oauth.findClient(claim.clientId);
    if (!isOpaqueSecret(claim.code)) return refuseUnknownGrant(client);
    const nowMs = clock();
    const now = toTime(nowMs);
    let issued: Issue | undefined;
    let replaces = false;
    const verdict = await this.#notifyingChange(
      storage.oauth.exchangeCode(
        hashOpaqueSecret(claim.code),
        (state) => {
          const decision = validateCode(state, { ...claim, client, now });
          const audit = auditOf(state.user, state.grantId, requestId);
          if (decision.kind !== 'granted') return toRefusal(decision, audit, now);
          const { scopes } = decision;
          replaces = state.code.replacedGrantId !== null;
          const deadlineMs = scopes.includes('offline_access') ? nowMs + GRANT_DAYS * DAY_MS : null;
          issued = issue(scopes, nowMs, deadlineMs);
          const grant = {
            id: newId(),
            clientId: state.code.clientId,
            userId: state.user.id,
            scopes,
            createdAt: now,
            expiresAt: issued.grantEndsAt,
            revokedAt: null,
          };
          return { ...issued, kind: 'issue', grant, audit: auditOf(state.user, grant.id, requestId)('exchangeCode') };
        },
        GRANTS_PER_USER_MAX,
      ),
      (result) => typeof result === 'object' && (result?.kind === 'revoke' || replaces),
    );
    if (verdict === null) return refuseUnknownGrant(client);
    if (verdict === 'too_many') return 'invalid_grant';
    return verdict.kind === 'issue' ? issued!.tokens : verdict.reason;
  }

  /** Exchanges a refresh token for new tokens. Narrows the grant if the request names fewer scopes. */
  async refresh(
    claim: { clientId: string; refreshToken: string; scope: string | undefined },
    requestId: string,
  ): Promise<IssuedTokens | GrantRefusal> {
    const { storage, clock } = this.#services;
    const client = await storage.oauth.findClient(claim.clientId);
    if (!isCredentialSecret(claim.refreshToken)) return refuseUnknownGrant(client);
    const nowMs = clock();
    const now = toTime(nowMs);
    let issued: Issue | undefined;
    let narrows = false;
    const verdict = await this.#notifyingChange(
      storage.oauth.refresh(hashCredentialSecret(claim.refreshToken), (state) => {
        const decision = validateRefresh(state, { ...claim, client, now });
        const audit = auditOf(state.user, state.grant.id, requestId);
        if (decision.kind !== 'granted') return toRefusal(decision, audit, now);
        narrows = decision.scopes.length < state.grant.scopes.length;
        issued = issue(decision.scopes, nowMs, Date.parse(state.grant.expiresAt));
        return {
          kind: 'rotate',
          scopes: decision.scopes,
          expiresAt: issued.grantEndsAt,
          access: issued.access,
          refreshHash: issued.refreshHash,
          audit: audit('refreshGrant'),
        };
      }),
      (result) => result?.kind === 'revoke' || narrows,
    );
    if (verdict === null) return refuseUnknownGrant(client);
    return verdict.kind === 'rotate' ? issued!.tokens : verdict.reason;
  }

  /**
   * Revokes a token. Returns false for an unknown or disabled client. Ignores tokens of other clients. RFC 7009, [D40]
   */
  async revoke({ clientId, token }: { clientId: string; token: string }, requestId: string): Promise<boolean> {
    const { storage, clock } = this.#services;
    const client = await storage.oauth.findClient(clientId);
    if (!client || client.disabled) return false;
    if (!isCredentialSecret(token)) return true;
    const ending = storage.oauth.revokeToken(
      { hash: hashCredentialSecret(token), clientId, now: toTime(clock()) },
      ({ id, user }) => auditOf(user, id, requestId)('revokeOauthToken'),
    );
    await this.#notifyingChange(ending, (ended) => ended !== 'nothing');
    return true;
  }

  /**
   * Runs a change and reports it if it can reduce permissions. A change that fails with an unknown outcome is reported
   * too.
   */
  async #notifyingChange<Result>(
    change: Promise<Result>,
    reducesAuthority: (result: Result) => boolean,
  ): Promise<Result> {
    let notifies = true;
    try {
      const result = await change;
      notifies = reducesAuthority(result);
      return result;
    } finally {
      if (notifies) this.#services.onAuthorityChanged();
    }
  }
}

/** New tokens, and the records that are stored for them. */
interface Issue {
  readonly tokens: IssuedTokens;
  readonly access: { hash: string; scopes: readonly Scope[]; createdAt: string; expiresAt: string };
  readonly refreshHash: string | null;
  /** RFC 3339. Without `offline_access`, the expiry of the access token. [D39] */
  readonly grantEndsAt: string;
}

/** Creates tokens. `deadlineMs` is the fixed end of the grant; null if the grant ends with its access token. */
function issue(scopes: readonly Scope[], nowMs: number, deadlineMs: number | null): Issue {
  const refreshable = scopes.includes('offline_access');
  const accessEndMs = Math.min(nowMs + ACCESS_TOKEN_SECONDS * 1_000, deadlineMs ?? Infinity);
  const accessToken = newCredentialSecret('access');
  const refreshToken = refreshable ? newCredentialSecret('refresh') : null;
  return {
    tokens: { accessToken, refreshToken, scopes, expiresIn: Math.floor((accessEndMs - nowMs) / 1_000) },
    access: {
      hash: hashCredentialSecret(accessToken),
      scopes,
      createdAt: toTime(nowMs),
      expiresAt: toTime(accessEndMs),
    },
    refreshHash: refreshToken && hashCredentialSecret(refreshToken),
    grantEndsAt: toTime(refreshable && deadlineMs !== null ? deadlineMs : accessEndMs),
  };
}

function toRefusal(
  decision: Exclude<GrantDecision, { kind: 'granted' }>,
  audit: (operation: string) => AuditRecord,
  at: string,
) {
  if (decision.kind === 'refused') return { kind: 'refuse', reason: decision.reason, at } as const;
  return { kind: 'revoke', reason: 'invalid_grant', audit: audit('endReusedGrant'), at } as const;
}

/** Returns a function that builds the audit record of an operation on a grant by its client. [D43] */
function auditOf({ id, accountId }: GrantUser, grantId: string | null, requestId: string) {
  const owner = accountId === null ? null : ({ kind: 'account', id: accountId } as const);
  return (operation: string): AuditRecord => {
    const actor: Actor = { channel: 'rest', userId: id, credentialId: grantId, operation, requestId };
    return toAuditRecord(actor, { owner, resource: grantId });
  };
}
