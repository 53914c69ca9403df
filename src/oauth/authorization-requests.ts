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

/** What an app asks for, after all of it was found valid. */
export type AuthorizationParameters = Pick<
  AuthorizationRequestRecord,
  'clientId' | 'redirectUri' | 'scopes' | 'state' | 'codeChallenge'
>;

/** A browser that comes to a request, with whoever is signed in there. */
interface RequestVisitor {
  readonly browserHash: string;
  readonly holder: SessionHolder | null;
}

/** A request that goes on, and the client that began it. */
export interface OpenRequest {
  readonly request: AuthorizationRequestRecord;
  readonly client: ClientRecord;
}

type Resumption =
  | ({ readonly kind: 'decide'; readonly holder: SessionHolder } & OpenRequest)
  /** Nobody is signed in: the request waits. */
  | { readonly kind: 'sign_in' }
  /** Over, unknown, or of another browser or session: one answer, so that nobody learns which. */
  | { readonly kind: 'dead' }
  /** Its client has been disabled since. */
  | { readonly kind: 'untrusted' };

/**
 * Authorizations between the app's link and the person's decision. Each is known by an opaque secret that only its browser
 * has; it lives five minutes, belongs to that browser from the beginning, and to one session from sign-in on. [States]
 */
export class AuthorizationRequests {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** The secret of a new request, bound to the session where somebody is signed in; it lives five minutes unless given. */
  async begin(
    { clientId, redirectUri, scopes, state, codeChallenge }: AuthorizationParameters,
    { browserHash, holder }: RequestVisitor,
    endsAt?: string,
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
      expiresAt: endsAt ?? toTime(now + AUTHORIZATION_REQUEST_SECONDS * 1_000),
    });
    return secret;
  }

  /** The same for somebody else in the same browser, who has yet to sign in, until the same end; the one of before belongs to its session. */
  restart({ request }: OpenRequest): Promise<string> {
    return this.begin(request, { browserHash: request.browserHash, holder: null }, request.expiresAt);
  }

  /** After sign-in: the request is this session's from now on. False for one that is over or another's; it stays what it is. */
  async bind(secret: string, session: SessionRecord): Promise<boolean> {
    if (!isOpaqueSecret(secret)) return false;
    return this.#storage.oauth.bindRequest(hashOpaqueSecret(secret), session.id, toTime(this.#clock()));
  }

  /** What may be done with a request now; looking changes nothing. */
  async resume(secret: string, { browserHash, holder }: RequestVisitor): Promise<Resumption> {
    const request = await this.#find(secret, browserHash);
    if (!request) return { kind: 'dead' };
    // A session that has ended comes back by no sign-in.
    if (!holder) return { kind: request.sessionId === null ? 'sign_in' : 'dead' };
    // Unbound: somebody signed in on a page that knew nothing of the request.
    const theirs = request.sessionId === holder.session.id || (await this.bind(secret, holder.session));
    if (!theirs) return { kind: 'dead' };
    const client = await this.#storage.oauth.findClient(request.clientId);
    if (!client || client.disabled || !client.redirectUris.includes(request.redirectUri)) return { kind: 'untrusted' };
    return { kind: 'decide', request, client, holder };
  }

  /** The name of the app whose request waits for this browser; null for one that will not go on. */
  async findApp(secret: string, { browserHash, holder }: RequestVisitor): Promise<string | null> {
    const request = await this.#find(secret, browserHash);
    if (!request) return null;
    if (request.sessionId !== null && request.sessionId !== holder?.session.id) return null;
    const client = await this.#storage.oauth.findClient(request.clientId);
    return client && !client.disabled ? client.name : null;
  }

  /** The grant that a further one would end; null while there is room. [D38] */
  async findReplaced({ user }: SessionHolder): Promise<ListedGrant | null> {
    const now = toTime(this.#clock());
    const grants = await this.#storage.oauth.listGrants({ userId: user.id, now }, GRANTS_PER_USER_MAX);
    return grants.length < GRANTS_PER_USER_MAX ? null : grants.at(-1)!;
  }

  /** The code, which is in the answer and nowhere else; null where the request was decided, or the session ended, meanwhile. */
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

  /** False where the request was decided, or the session ended, meanwhile. */
  async deny({ request, client }: OpenRequest, { user, secretHash }: SessionHolder, actor: Actor): Promise<boolean> {
    const audit = toAuditRecord(actor, { owner: toAccountOwner(user), resource: client.id });
    const decision = { userId: user.id, secretHash, now: toTime(this.#clock()), code: null };
    return this.#storage.oauth.decideRequest(request.hash, decision, audit);
  }

  /** Null for a request that is over or unknown, and for one of another browser. */
  async #find(secret: string, browserHash: string): Promise<AuthorizationRequestRecord | null> {
    if (!isOpaqueSecret(secret)) return null;
    const request = await this.#storage.oauth.findRequest(hashOpaqueSecret(secret), toTime(this.#clock()));
    return request?.browserHash === browserHash ? request : null;
  }
}
