import { AUTHORIZATION_CODE_SECONDS, AUTHORIZATION_REQUEST_SECONDS, GRANTS_PER_USER_MAX } from '../contract/limits.ts';
import { toAccountOwner } from '../domain/account/owners/owner.ts';
import { type Actor, toAuditRecord } from '../domain/audit/audit.ts';
import { type Clock, toTime } from '../domain/clock.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../domain/opaque-secret.ts';
import type {
  AuthorizationRequestRecord,
  ClientRecord,
  ListedGrant,
  SessionHolder,
  SessionRecord,
  Storage,
} from '../storage/storage.ts';

/** Validated parameters of an authorization request. */
export type AuthorizationParameters = Pick<
  AuthorizationRequestRecord,
  'clientId' | 'redirectUri' | 'scopes' | 'state' | 'codeChallenge'
>;

/** Browser that opens a request, and its signed-in user. */
interface RequestVisitor {
  readonly browserHash: string;
  readonly holder: SessionHolder | null;
}

/** Pending request and its client. */
export interface OpenRequest {
  readonly request: AuthorizationRequestRecord;
  readonly client: ClientRecord;
}

type Resumption =
  | ({ readonly kind: 'decide'; readonly holder: SessionHolder } & OpenRequest)
  /** The request waits until the user signs in. */
  | { readonly kind: 'sign_in' }
  /** Expired, unknown, or of another browser or session. One result for all, so that the cause does not leak. */
  | { readonly kind: 'invalid' }
  /** The client was disabled or changed after the request began. */
  | { readonly kind: 'untrusted' };

/**
 * Authorization requests between the app's link and the user's decision. Each has an opaque secret that only its
 * browser knows. It expires after five minutes, is bound to the browser from the start, and to one session after
 * sign-in. [States]
 */
export class AuthorizationRequests {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /**
   * Creates a request and returns its secret. Binds it to the session of a signed-in user. Expires after five minutes
   * by default.
   */
  async begin(
    { clientId, redirectUri, scopes, state, codeChallenge }: AuthorizationParameters,
    { browserHash, holder }: RequestVisitor,
    expiresAt?: string,
  ): Promise<string> {
    const now = this.#clock();
    const secret = newOpaqueSecret();
    await this.#storage.oauth.createRequest({
      clientId,
      redirectUri,
      scopes,
      state,
      codeChallenge,
      browserHash,
      hash: hashOpaqueSecret(secret),
      sessionId: holder?.session.id ?? null,
      createdAt: toTime(now),
      expiresAt: expiresAt ?? toTime(now + AUTHORIZATION_REQUEST_SECONDS * 1_000),
    });
    return secret;
  }

  /**
   * Creates a copy of a request for another user in the same browser, with the same expiry. The original is bound to
   * its session.
   */
  restart({ request }: OpenRequest): Promise<string> {
    return this.begin(request, { browserHash: request.browserHash, holder: null }, request.expiresAt);
  }

  /**
   * Binds a request to a session after sign-in. Returns false, without a change, if it has expired or is bound to
   * another session.
   */
  async bind(secret: string, session: SessionRecord): Promise<boolean> {
    if (!isOpaqueSecret(secret)) return false;
    return this.#storage.oauth.bindRequest(hashOpaqueSecret(secret), session.id, toTime(this.#clock()));
  }

  /** Returns how a request can continue. */
  async resume(secret: string, { browserHash, holder }: RequestVisitor): Promise<Resumption> {
    const request = await this.#find(secret, browserHash);
    if (!request) return { kind: 'invalid' };
    // A request that is bound to an ended session cannot continue.
    if (!holder) return { kind: request.sessionId === null ? 'sign_in' : 'invalid' };
    // A request is still unbound if the user signed in on a page that did not know it.
    const isOwn = request.sessionId === holder.session.id || (await this.bind(secret, holder.session));
    if (!isOwn) return { kind: 'invalid' };
    const client = await this.#storage.oauth.findClient(request.clientId);
    if (!client || client.disabled || !client.redirectUris.includes(request.redirectUri)) return { kind: 'untrusted' };
    return { kind: 'decide', request, client, holder };
  }

  /** Returns the name of the app whose request this browser can continue, or null. */
  async findApp(secret: string, { browserHash, holder }: RequestVisitor): Promise<string | null> {
    const request = await this.#find(secret, browserHash);
    if (!request) return null;
    if (request.sessionId !== null && request.sessionId !== holder?.session.id) return null;
    const client = await this.#storage.oauth.findClient(request.clientId);
    return client && !client.disabled ? client.name : null;
  }

  /** Returns the grant that a new one would replace, or null below the limit. [D38] */
  async findReplaced({ user }: SessionHolder): Promise<ListedGrant | null> {
    const now = toTime(this.#clock());
    const grants = await this.#storage.oauth.listGrants({ userId: user.id, now }, GRANTS_PER_USER_MAX);
    return grants.length < GRANTS_PER_USER_MAX ? null : grants.at(-1)!;
  }

  /**
   * Allows a request and returns the authorization code, of which only a hash is stored. Returns null if the request
   * was already decided or the session has ended.
   */
  async allow(
    { request, client }: OpenRequest,
    holder: SessionHolder,
    replacedGrantId: string | null,
    actor: Actor,
  ): Promise<string | null> {
    const now = this.#clock();
    const code = newOpaqueSecret();
    const { user, secretHash } = holder;
    const { clientId, redirectUri, codeChallenge, scopes } = request;
    const record = {
      clientId,
      redirectUri,
      codeChallenge,
      scopes,
      replacedGrantId,
      userId: user.id,
      hash: hashOpaqueSecret(code),
      createdAt: toTime(now),
      expiresAt: toTime(now + AUTHORIZATION_CODE_SECONDS * 1_000),
    };
    const audit = toAuditRecord(actor, { owner: toAccountOwner(user), resource: client.id });
    const decision = { userId: user.id, secretHash, now: toTime(now), code: record };
    return (await this.#storage.oauth.decideRequest(request.hash, decision, audit)) ? code : null;
  }

  /** Denies a request. Returns false if it was already decided or the session has ended. */
  async deny({ request, client }: OpenRequest, { user, secretHash }: SessionHolder, actor: Actor): Promise<boolean> {
    const audit = toAuditRecord(actor, { owner: toAccountOwner(user), resource: client.id });
    const decision = { userId: user.id, secretHash, now: toTime(this.#clock()), code: null };
    return this.#storage.oauth.decideRequest(request.hash, decision, audit);
  }

  /** Returns null if the request has expired, is unknown, or belongs to another browser. */
  async #find(secret: string, browserHash: string): Promise<AuthorizationRequestRecord | null> {
    if (!isOpaqueSecret(secret)) return null;
    const request = await this.#storage.oauth.findRequest(hashOpaqueSecret(secret), toTime(this.#clock()));
    return request?.browserHash === browserHash ? request : null;
  }
}
