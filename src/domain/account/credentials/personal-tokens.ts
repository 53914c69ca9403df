import { LecternError } from '../../../contract/lectern-error.ts';
import { REPLACED_SECRETS_MAX } from '../../../contract/limits.ts';
import { PERSONAL_SCOPES, type Scope } from '../../../contract/scopes.ts';
import type { ListedCredential, ListPage, Owner, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';
import { hashCredentialSecret, newCredentialSecret } from './credential-secret.ts';
import { expiryAfterDays, newCredential } from './new-credential.ts';

/** What an id can be; anything else is nobody's, and not every engine takes it. */
const TOKEN_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Whoever makes, changes or ends tokens: a user, by one of the user's personal credentials. */
export interface TokenActor {
  readonly userId: string;
  readonly owner: Owner;
  /** Null: all that the user may, now and later. */
  readonly scopes: ReadonlySet<Scope> | null;
  readonly actor: Actor;
}

interface Issued {
  readonly token: Pick<ListedCredential, 'id' | 'name' | 'scopes' | 'expiresAt'>;
  readonly secret: string;
}

/** A user's own personal credentials. One that has ended, or is another user's, is `not_found`. [D35], [D37] */
export class PersonalTokens {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #quota: number;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after every change that can end or change what a credential may. */
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
    const known = TOKEN_ID.test(id);
    const token = known ? await this.#storage.credentials.findActive({ id, userId, now: this.#now() }) : null;
    if (!token) throw notFound();
    return token;
  }

  /** It ends with the credential that makes it, if not before. Throws `insufficient_scope`, `quota_exceeded`. */
  async create(
    { userId, owner, scopes: held, actor }: TokenActor,
    { name, scopes, expiresInDays }: { name: string; scopes: readonly Scope[]; expiresInDays: number },
  ): Promise<Issued> {
    requireWithin(held, scopes);
    const nowMs = this.#clock();
    const chosen = { kind: 'personal', name, organizationId: null, userId, scopes } as const;
    const end = await this.#endOfMaker(userId, actor);
    const asked = expiryAfterDays(expiresInDays, nowMs);
    const expiresAt = end !== null && end < asked ? end : asked;
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
   * A new secret for the same token. The present one works on for `overlapSeconds`, but not longer than the token; those that
   * earlier rotations have replaced work on as they were promised. With no overlap all of them end at once. Throws `not_found`,
   * `insufficient_scope`, `forbidden`, `quota_exceeded`.
   */
  async rotate(
    { userId, owner, scopes: held, actor }: TokenActor,
    id: string,
    overlapSeconds: number,
  ): Promise<Issued> {
    const token = await this.require(userId, id);
    requireWithin(held, token.scopes);
    const end = await this.#endOfMaker(userId, actor);
    if (end !== null && end < token.expiresAt!) {
      throw new LecternError(
        'forbidden',
        'This credential ends before that token, whose new secret would outlive it.',
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
    // Whatever has become of it, also where that is unknown.
    const outcome = await rotated.finally(this.#onAuthorityChanged);
    if (outcome === 'missing') throw notFound();
    if (outcome === 'too_many') {
      throw new LecternError(
        'quota_exceeded',
        `At most ${REPLACED_SECRETS_MAX} earlier secrets of a token work at a time. Wait until one ends, or rotate with no overlap, which ends them all.`,
      );
    }
    return { token, secret };
  }

  /** For a token that ends itself, one of an organization too. Acts at once. Throws `not_found`. */
  async endById(id: string, owner: Owner, actor: Actor): Promise<void> {
    const audit = toAuditRecord(actor, { owner, resource: id });
    const ended = this.#storage.credentials.endById(id, this.#now(), audit);
    if (!(await ended.finally(this.#onAuthorityChanged))) throw notFound();
  }

  /** Acts at once. Throws `not_found`. */
  async end({ userId, owner, actor }: TokenActor, id: string): Promise<void> {
    if (!TOKEN_ID.test(id)) throw notFound();
    const audit = toAuditRecord(actor, { owner, resource: id });
    const ended = this.#storage.credentials.end({ id, userId, now: this.#now() }, audit);
    if (!(await ended.finally(this.#onAuthorityChanged))) throw notFound();
  }

  /** Nobody makes access last longer than it was given for. Null for a person, who acts by a page and by no credential. */
  async #endOfMaker(userId: string, { credentialId }: Actor): Promise<string | null> {
    return credentialId === null ? null : (await this.require(userId, credentialId)).expiresAt;
  }

  #now(): string {
    return toTime(this.#clock());
  }
}

/**
 * Nobody comes by more than they have: not by making a token, and not by taking the secret of another. One without scopes
 * of its own may all that its user may, also what is added later, so no list of scopes is as much. Throws `insufficient_scope`.
 */
function requireWithin(held: ReadonlySet<Scope> | null, wanted: readonly Scope[]): void {
  if (!held || (wanted.length > 0 && wanted.every((scope) => held.has(scope)))) return;
  const [detail, scopes] =
    wanted.length > 0
      ? ['This credential does not hold all scopes of that token.', wanted]
      : ['Only a credential that is not limited to scopes can do this to a token that is not.', PERSONAL_SCOPES];
  throw new LecternError('insufficient_scope', detail, { scopes: [...new Set<Scope>(['token.create', ...scopes])] });
}

const notFound = () => new LecternError('not_found', 'There is no such token of yours that works now.');
