import type { Scope } from '../../../contract/scopes.ts';
import type { SessionUse } from '../people/sessions.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';

/** A registered public client. [Endpoints] metadata: dynamic registration is not supported. */
export interface ClientRecord {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Scopes that the client can request. */
  readonly scopes: readonly Scope[];
  readonly disabled: boolean;
  readonly createdAt: string;
}

/** An authorization request that is still undecided. [States] */
export interface AuthorizationRequestRecord {
  /** Hash of the opaque `request`. */
  readonly hash: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  readonly state: string;
  readonly codeChallenge: string;
  /** Hash of the secret held by the browser that started the request. */
  readonly browserHash: string;
  /** The session that can decide the request; null until a user has signed in. */
  readonly sessionId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface AuthorizationCodeRecord {
  readonly hash: string;
  readonly clientId: string;
  readonly userId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly scopes: readonly Scope[];
  /**
   * The grant that the consent page named as the one to be replaced, because the user has the maximum number of grants;
   * null if none is. [D38]
   */
  readonly replacedGrantId: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface GrantRecord {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

export interface ListedGrant extends GrantRecord {
  readonly clientName: string;
  /** Precise to the hour; null if never used. */
  readonly lastUsedAt: string | null;
}

/** The current authority of an access token, whose grant, client and user are all valid. */
export interface DelegatedAuthority {
  readonly grantId: string;
  readonly userId: string;
  readonly owner: Owner;
  /** Scopes that both the token and its grant have. [D39] */
  readonly scopes: readonly Scope[];
  /** The expiry of the token or of its grant, whichever is sooner. */
  readonly endsAt: string;
  /** Whether processing for the owner is restricted. [D42] */
  readonly restricted: boolean;
}

export interface NewAccessToken {
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The user of a code or grant. A user who is disabled or has no account has no authority. */
export interface GrantUser {
  readonly id: string;
  readonly accountId: string | null;
  readonly disabled: boolean;
}

/** An authorization code while it is locked against other exchanges. */
export interface CodeState {
  readonly code: AuthorizationCodeRecord;
  /** The grant that the code was exchanged for; null if it is unused. */
  readonly grantId: string | null;
  /** The expiry of the session that approved the code; null if it has ended or the code is used. */
  readonly sessionEndsAt: string | null;
  readonly client: ClientRecord;
  readonly user: GrantUser;
}

/** A refresh token while it is locked against other uses. */
export interface RefreshState {
  readonly usedAt: string | null;
  readonly grant: GrantRecord;
  readonly client: ClientRecord;
  readonly user: GrantUser;
}

/** `refuse` changes nothing. `revoke` ends the grant that the code or token was exchanged for, or belongs to. */
type Refusal<Reason> = {
  readonly kind: 'refuse' | 'revoke';
  readonly reason: Reason;
  readonly audit?: AuditRecord;
  readonly at: string;
};

export type CodeVerdict<Reason> =
  | Refusal<Reason>
  | {
      readonly kind: 'issue';
      readonly grant: GrantRecord;
      readonly access: NewAccessToken;
      /** Null without `offline_access`. */
      readonly refreshHash: string | null;
      readonly audit: AuditRecord;
    };

export type RefreshVerdict<Reason> =
  | Refusal<Reason>
  | {
      readonly kind: 'rotate';
      /** The new scopes and expiry of the grant. */
      readonly scopes: readonly Scope[];
      readonly expiresAt: string;
      readonly access: NewAccessToken;
      readonly refreshHash: string | null;
      readonly audit: AuditRecord;
    };

export interface OauthStore {
  createClient(client: ClientRecord): Promise<void>;
  findClient(id: string): Promise<ClientRecord | null>;
  /** Lists all clients, including disabled ones, oldest first. */
  listClients(): Promise<ClientRecord[]>;
  /** Returns false if no enabled client has this id. */
  disableClient(id: string): Promise<boolean>;

  createRequest(request: AuthorizationRequestRecord): Promise<void>;
  /** Returns null if the request is unknown, decided, or expired at `now`. */
  findRequest(hash: string, now: string): Promise<AuthorizationRequestRecord | null>;
  /** Binds a request to a session atomically. Returns false if it belongs to another session or no longer exists. */
  bindRequest(hash: string, sessionId: string, now: string): Promise<boolean>;
  /**
   * Decides a request atomically: deletes it and stores its code, if any. Returns false, with no change, if the request
   * no longer exists or the session has ended. An unused code ends with the session.
   */
  decideRequest(
    hash: string,
    decision: SessionUse & { readonly code: AuthorizationCodeRecord | null },
    audit: AuditRecord,
  ): Promise<boolean>;

  /**
   * Exchanges a code atomically, serialized with other exchanges of the same code. `decide` has no side effects: it
   * receives the code and decides. The grants of a user are counted one exchange at a time: one beyond `grantsMax` ends
   * the grant that the code names, if that makes room. Returns null for an unknown code, and `too_many`, with no
   * change, if the limit was reached.
   */
  exchangeCode<Reason>(
    hash: string,
    decide: (state: CodeState) => CodeVerdict<Reason>,
    grantsMax: number,
  ): Promise<CodeVerdict<Reason> | 'too_many' | null>;
  /**
   * Uses a refresh token atomically, serialized with other uses of the same token and with the end of its grant.
   * Returns null for an unknown token.
   */
  refresh<Reason>(
    hash: string,
    decide: (state: RefreshState) => RefreshVerdict<Reason>,
  ): Promise<RefreshVerdict<Reason> | null>;
  /**
   * Revokes the token with this hash if it belongs to the client: an access token alone, or the grant of a refresh
   * token, even a used one. RFC 7009. `toAudit` receives the grant and its user. [D40]
   */
  revokeToken(
    token: { hash: string; clientId: string; now: string },
    toAudit: (grant: { id: string; user: GrantUser }) => AuditRecord,
  ): Promise<'grant' | 'token' | 'nothing'>;

  /**
   * Returns the authority of an access token by its hash, or null if the token, its grant, its client or its user is
   * not valid. The caller checks the expiry.
   */
  findDelegatedAuthority(hash: string): Promise<DelegatedAuthority | null>;
  /** Records when grants were last used, by their ids. Ignores grants that no longer exist. */
  recordGrantUses(uses: ReadonlyMap<string, string>): Promise<void>;

  /** Lists the active grants of a user, newest first. [D38] */
  listGrants(user: { userId: string; now: string }, limit: number): Promise<ListedGrant[]>;
  /** Returns null if the grant is not active or belongs to another user. */
  findGrant(grant: { id: string; userId: string; now: string }): Promise<ListedGrant | null>;
  /** Returns false if the grant is not active or belongs to another user. */
  endGrant(grant: { id: string; userId: string; now: string }, audit: AuditRecord): Promise<boolean>;

  /**
   * Deletes rows that were expired at `now`, at most `limit` of each table. Returns the highest number of rows deleted
   * from one table.
   */
  deleteExpired(now: string, limit: number): Promise<number>;
}
