import type { Scope } from '../../../contract/scopes.ts';
import type { SessionUse } from '../people/sessions.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { Owner } from '../shared/owner.ts';

/** A registered public client. [Endpoints] metadata: there is no dynamic registration. */
export interface ClientRecord {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** What it may ask for. */
  readonly scopes: readonly Scope[];
  readonly disabled: boolean;
  readonly createdAt: string;
}

/** An authorization that a browser has begun and nobody has decided yet. [States] */
export interface AuthorizationRequestRecord {
  /** Of the opaque `request`. */
  readonly hash: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  readonly state: string;
  readonly codeChallenge: string;
  /** Of what the browser holds that began it. */
  readonly browserHash: string;
  /** The session that may decide it; null until somebody has signed in. */
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
  /** The grant of which the user was told that a twenty-first ends it; null: of none. [D38] */
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
  /** To the hour; null: never. */
  readonly lastUsedAt: string | null;
}

/** What an access token can do now. It belongs to a grant, a client and a user that all count. */
export interface DelegatedAuthority {
  readonly grantId: string;
  readonly userId: string;
  readonly owner: Owner;
  /** Of the token and of its grant. [D39] */
  readonly scopes: readonly Scope[];
  /** The end of the token or of its grant, whichever is sooner. */
  readonly endsAt: string;
  /** Processing for the owner is restricted. [D42] */
  readonly restricted: boolean;
}

export interface NewAccessToken {
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Whose a code or a grant is. One who is disabled, or has no account, may nothing. */
export interface GrantUser {
  readonly id: string;
  readonly accountId: string | null;
  readonly disabled: boolean;
}

/** A code as it is while nobody else can spend it. */
export interface CodeState {
  readonly code: AuthorizationCodeRecord;
  /** The grant that it was exchanged for; null: it is unspent. */
  readonly grantId: string | null;
  /** Of the session that has allowed it; null: that has ended, or the code is spent. */
  readonly sessionEndsAt: string | null;
  readonly client: ClientRecord;
  readonly user: GrantUser;
}

/** A refresh token as it is while nobody else can spend it. */
export interface RefreshState {
  readonly usedAt: string | null;
  readonly grant: GrantRecord;
  readonly client: ClientRecord;
  readonly user: GrantUser;
}

/** `refuse` changes nothing; `revoke` ends the grant that the artifact was spent for, or belongs to. */
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
      /** Of the grant from now on, and its end. */
      readonly scopes: readonly Scope[];
      readonly expiresAt: string;
      readonly access: NewAccessToken;
      readonly refreshHash: string | null;
      readonly audit: AuditRecord;
    };

export interface OauthStore {
  createClient(client: ClientRecord): Promise<void>;
  findClient(id: string): Promise<ClientRecord | null>;
  /** Oldest first, disabled ones too. */
  listClients(): Promise<ClientRecord[]>;
  /** False if there is no such client that is enabled. */
  disableClient(id: string): Promise<boolean>;

  createRequest(request: AuthorizationRequestRecord): Promise<void>;
  /** Null for one that is unknown, decided, or over at `now`. */
  findRequest(hash: string, now: string): Promise<AuthorizationRequestRecord | null>;
  /** Atomic: the request is that session's from now on. False if it is another's, or gone. */
  bindRequest(hash: string, sessionId: string, now: string): Promise<boolean>;
  /**
   * Atomic: the request is gone, and its code, if it gets one, is there. False if it was gone before, or the session has ended; then
   * nothing is done. An unspent code ends with the session.
   */
  decideRequest(
    hash: string,
    decision: SessionUse & { readonly code: AuthorizationCodeRecord | null },
    audit: AuditRecord,
  ): Promise<boolean>;

  /**
   * Atomic, against every other exchange of the same code: `judge`, which has no effect of its own, is shown the code and
   * says what becomes of it. Grants of one user are counted one after another: one beyond `grantsMax` ends the one that the
   * code names, if that makes room, else nothing is done. Null for an unknown code; `too_many` where there was no room.
   */
  exchangeCode<Reason>(
    hash: string,
    judge: (state: CodeState) => CodeVerdict<Reason>,
    grantsMax: number,
  ): Promise<CodeVerdict<Reason> | 'too_many' | null>;
  /** Atomic, against every other use of the same token and against the end of its grant. Null for an unknown token. */
  refresh<Reason>(
    hash: string,
    judge: (state: RefreshState) => RefreshVerdict<Reason>,
  ): Promise<RefreshVerdict<Reason> | null>;
  /**
   * Ends what the hash belongs to, if that is the client's: an access token only itself, a refresh token, also a used one,
   * its grant. RFC 7009; `toAudit` is given the grant and its user. [D40]
   */
  revokeToken(
    token: { hash: string; clientId: string; now: string },
    toAudit: (grant: { id: string; user: GrantUser }) => AuditRecord,
  ): Promise<'grant' | 'token' | 'nothing'>;

  /** By the hash of an access token. Null where it, its grant, its client or its user does not count; its end is the caller's to check. */
  findDelegatedAuthority(hash: string): Promise<DelegatedAuthority | null>;
  /** Remembers when grants were used, by their ids; those that are gone are passed over. */
  recordGrantUses(uses: ReadonlyMap<string, string>): Promise<void>;

  /** The grants of a user that have neither ended nor been revoked, newest first. [D38] */
  listGrants(user: { userId: string; now: string }, limit: number): Promise<ListedGrant[]>;
  /** Null if it is not the user's, or not current. */
  findGrant(grant: { id: string; userId: string; now: string }): Promise<ListedGrant | null>;
  /** False if it is not the user's, or not current. */
  endGrant(grant: { id: string; userId: string; now: string }, audit: AuditRecord): Promise<boolean>;

  /** Removes what was over at `now`: at most `limit` rows of each table. Answers how many of the table that had most. */
  deleteExpired(now: string, limit: number): Promise<number>;
}
