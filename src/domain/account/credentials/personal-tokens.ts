import { LecternError } from '../../../contract/lectern-error.ts';
import { REPLACED_SECRETS_MAX } from '../../../contract/limits.ts';
import { includesScope, PERSONAL_SCOPES, type Scope } from '../../../contract/scopes.ts';
import type { ListedCredential, ListPage, Owner, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';
import { hashCredentialSecret, newCredentialSecret } from './credential-secret.ts';
import { expiryAfterDays, newCredential } from './new-credential.ts';

/** The format of a token id. Other texts are never queried; some databases reject them. */
const TOKEN_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The user who manages tokens, with the scopes of the credential used. */
export interface TokenActor {
  readonly userId: string;
  readonly owner: Owner;
  /** Null if the credential has all scopes of the user, including those added later. */
  readonly scopes: ReadonlySet<Scope> | null;
  readonly actor: Actor;
}

interface Issued {
  readonly token: Pick<ListedCredential, 'id' | 'name' | 'scopes' | 'expiresAt'>;
  readonly secret: string;
}

/**
 * A user's personal tokens. Methods throw `not_found` for a token that has ended or belongs to another user. [D35],
 * [D37]
 */
export class PersonalTokens {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #quota: number;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after every change that can end or change the authority of a credential. */
  constructor(
    storage: Storage,
    clock: Clock,
    { tokensPerUser }: { tokensPerUser: number },
    onAuthorityChanged: () => void,
  ) {
    this.#storage = storage;
    this.#clock = clock;
    this.#quota = tokensPerUser;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  list(userId: string, page: ListPage) {
    return this.#storage.credentials.listActive(userId, { ...page, now: this.#now() });
  }

  /** Throws `not_found`. */
  async require(userId: string, id: string): Promise<ListedCredential> {
    const hasIdFormat = TOKEN_ID.test(id);
    const token = hasIdFormat ? await this.#storage.credentials.findActive({ id, userId, now: this.#now() }) : null;
    if (!token) throw notFound();
    return token;
  }

  /**
   * Creates a token, which expires no later than the credential that creates it. Throws `insufficient_scope` and
   * `quota_exceeded`.
   */
  async create(
    { userId, owner, scopes: held, actor }: TokenActor,
    { name, scopes, expiresInDays }: { name: string; scopes: readonly Scope[]; expiresInDays: number },
  ): Promise<Issued> {
    requireWithin(held, scopes);
    const nowMs = this.#clock();
    const chosen = { kind: 'personal', name, organizationId: null, userId, scopes } as const;
    const end = await this.#expiryOfCreator(userId, actor);
    const requestedExpiry = expiryAfterDays(expiresInDays, nowMs);
    const expiresAt = end !== null && end < requestedExpiry ? end : requestedExpiry;
    const { secret, credential } = newCredential({ ...chosen, expiresAt }, nowMs);
    const audit = toAuditRecord(actor, { owner, resource: credential.id, resourceName: name });
    const outcome = await this.#storage.credentials.create(credential, { quota: this.#quota, audit });
    if (outcome === 'quota_exceeded') {
      throw new LecternError('quota_exceeded', `At most ${this.#quota} personal tokens are allowed at a time.`);
    }
    return { token: credential, secret };
  }

  /** Throws `not_found`. */
  async rename({ userId, owner, actor }: TokenActor, id: string, name: string): Promise<ListedCredential> {
    if (!TOKEN_ID.test(id)) throw notFound();
    const audit = toAuditRecord(actor, { owner, resource: id, resourceName: name });
    if (!(await this.#storage.credentials.rename({ id, userId, now: this.#now() }, name, audit))) throw notFound();
    return this.require(userId, id);
  }

  /**
   * Gives a token a new secret. The current secret stays valid for `overlapSeconds`, but no longer than the token;
   * secrets replaced earlier keep their remaining time. With no overlap, all earlier secrets end at once. Throws
   * `not_found`, `insufficient_scope`, `forbidden` and `quota_exceeded`.
   */
  async rotate(
    { userId, owner, scopes: held, actor }: TokenActor,
    id: string,
    overlapSeconds: number,
  ): Promise<Issued> {
    const token = await this.require(userId, id);
    requireWithin(held, token.scopes);
    const end = await this.#expiryOfCreator(userId, actor);
    if (end !== null && end < token.expiresAt!) {
      throw new LecternError(
        'forbidden',
        'This credential expires before the token, and the new secret must not outlive it.',
        {
          recovery: 'Rotate the token by itself, or by a credential that lasts as long.',
        },
      );
    }
    const secret = newCredentialSecret('personal');
    const overlapEndMs = this.#clock() + overlapSeconds * 1000;
    const replacedEndsAt = toTime(Math.min(overlapEndMs, Date.parse(token.expiresAt!)));
    const rotated = this.#storage.credentials.rotate(
      { id, userId, now: this.#now() },
      {
        hash: hashCredentialSecret(secret),
        replacedEndsAt: overlapSeconds === 0 ? null : replacedEndsAt,
        limit: REPLACED_SECRETS_MAX,
      },
      toAuditRecord(actor, { owner, resource: id, resourceName: token.name }),
    );
    // The caches are invalidated even if the outcome is unknown.
    const outcome = await rotated.finally(this.#onAuthorityChanged);
    if (outcome === 'missing') throw notFound();
    if (outcome === 'too_many') {
      throw new LecternError(
        'quota_exceeded',
        `At most ${REPLACED_SECRETS_MAX} earlier secrets of a token can be valid at a time. Wait until one ends, or rotate with no overlap, which ends them all.`,
      );
    }
    return { token, secret };
  }

  /**
   * Ends the token that authenticates the request, which may be an organization's. Takes effect at once. Throws
   * `not_found`.
   */
  async endById(id: string, owner: Owner, actor: Actor): Promise<void> {
    const audit = toAuditRecord(actor, { owner, resource: id });
    const ended = this.#storage.credentials.endById(id, this.#now(), audit);
    if (!(await ended.finally(this.#onAuthorityChanged))) throw notFound();
  }

  /** Ends a token. Takes effect at once. Throws `not_found`. */
  async end({ userId, owner, actor }: TokenActor, id: string): Promise<void> {
    if (!TOKEN_ID.test(id)) throw notFound();
    const audit = toAuditRecord(actor, { owner, resource: id });
    const ended = this.#storage.credentials.end({ id, userId, now: this.#now() }, audit);
    if (!(await ended.finally(this.#onAuthorityChanged))) throw notFound();
  }

  /**
   * Returns the expiry of the creating credential, which its tokens cannot outlive. Returns null if the user acts on a
   * page, without a credential.
   */
  async #expiryOfCreator(userId: string, { credentialId }: Actor): Promise<string | null> {
    return credentialId === null ? null : (await this.require(userId, credentialId)).expiresAt;
  }

  #now(): string {
    return toTime(this.#clock());
  }
}

/**
 * Prevents privilege escalation by creating a token or by rotating another token's secret. A token without scopes has
 * all scopes of its user, including later ones, so no list of scopes covers it. Throws `insufficient_scope`.
 */
function requireWithin(held: ReadonlySet<Scope> | null, required: readonly Scope[]): void {
  if (!held || (required.length > 0 && required.every((scope) => includesScope(held, scope)))) return;
  const [detail, scopes] =
    required.length > 0
      ? ['This credential does not hold all scopes of that token.', required]
      : ['Only a credential that is not limited to scopes can do this to a token that is not.', PERSONAL_SCOPES];
  throw new LecternError('insufficient_scope', detail, { scopes: [...new Set<Scope>(['token.create', ...scopes])] });
}

const notFound = () => new LecternError('not_found', 'You have no such valid token.');
