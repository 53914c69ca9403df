import { LecternError } from '../../contract/lectern-error.ts';
import { INVITATION_DAYS } from '../../contract/limits.ts';
import { ROLES, type Role } from '../../contract/scopes.ts';
import type { LinkPurpose, LinkRecord, SigningUser, Storage } from '../../storage/storage.ts';
import { type Clock, toTime } from '../clock.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../opaque-secret.ts';
import { type Actor, toAuditRecord } from './audit.ts';
import { parseEmail } from './email.ts';
import { findPasswordProblem, hashPassword, type PasswordProblem } from './password.ts';

const HOUR_MS = 3_600_000;

/** The secret is in the answer and nowhere else. */
export interface NewLink {
  /** Below the origin of the installation. */
  readonly path: string;
  readonly expiresAt: string;
}

/** A link that works, and what for. */
export type OpenLink =
  | { readonly purpose: 'sign_in'; readonly user: SigningUser }
  | { readonly purpose: 'reset'; readonly user: SigningUser }
  | {
      readonly purpose: 'invitation';
      readonly email: string;
      /** Null: to an account of one's own and nothing else. */
      readonly organization: { readonly id: string; readonly name: string } | null;
    };

/** Links that work once: to sign in, to set a password, to join. */
export class OneTimeLinks {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Throws `not_found` for an address that nobody has, `forbidden` for a disabled user. */
  async createForUser(
    email: string,
    purpose: 'sign_in' | 'reset',
    hours: number,
  ): Promise<NewLink & { user: SigningUser }> {
    const user = await this.#storage.people.findSigningUser({ email: email.trim().toLowerCase() });
    if (!user) throw new LecternError('not_found', `There is no user ${email}.`);
    if (user.disabled) throw new LecternError('forbidden', `${email} is disabled.`);
    const link = await this.#create({ purpose, userId: user.id, email: null, organizationId: null, role: null }, hours);
    return { ...link, user };
  }

  /** For one e-mail address, with a membership where an organization is named. Throws `invalid_fields`, `not_found`. */
  async invite(
    typed: string,
    membership: { organization: string; role: string } | null,
  ): Promise<NewLink & { email: string }> {
    const email = parseEmail(typed);
    if (email === null) throw new LecternError('invalid_fields', `"${typed}" is no e-mail address.`);
    if (membership && !ROLES.includes(membership.role as Role)) {
      throw new LecternError('invalid_fields', `A role is one of ${ROLES.join(', ')}.`);
    }
    if (membership && !(await this.#storage.accounts.findOrganization(membership.organization))) {
      throw new LecternError('not_found', `There is no organization ${membership.organization}.`);
    }
    const offered = { organizationId: membership?.organization ?? null, role: (membership?.role as Role) ?? null };
    const link = await this.#create({ purpose: 'invitation', userId: null, email, ...offered }, INVITATION_DAYS * 24);
    return { ...link, email };
  }

  /** Null for a link that is unknown, used or over, and for one of a user who is disabled. */
  async find(secret: string): Promise<OpenLink | null> {
    const link = await this.#findRecord(secret);
    if (!link) return null;
    if (link.purpose === 'invitation') {
      const { organizationId: id, email } = link;
      const organization = id === null ? null : await this.#storage.accounts.findOrganization(id);
      return { purpose: 'invitation', email: email!, organization };
    }
    const user = await this.#storage.people.findSigningUser({ id: link.userId! });
    return user && !user.disabled ? { purpose: link.purpose, user } : null;
  }

  /** Uses a link up that signs in. False for one that was just used. */
  use(secret: string, purpose: LinkPurpose): Promise<boolean> {
    return this.#storage.links.use({ hash: hashOpaqueSecret(secret), purpose, now: this.#now() });
  }

  /**
   * Uses a link up that sets a password, and ends the user's sessions. The answer says why the password is not taken; null
   * where it is set. Throws `not_found` for a link that was just used.
   */
  async setPassword(
    secret: string,
    user: SigningUser,
    password: string,
    actor: Actor,
  ): Promise<PasswordProblem | null> {
    const problem = findPasswordProblem(password, [user.email, user.name]);
    if (problem) return problem;
    const changed = { userId: user.id, hash: await hashPassword(password) };
    const audit = toAuditRecord(
      { ...actor, userId: user.id },
      { owner: { kind: 'account', id: user.accountId }, resource: user.id },
    );
    const link = { hash: hashOpaqueSecret(secret), now: this.#now() };
    if (await this.#storage.links.reset(link, changed, audit)) return null;
    throw new LecternError('not_found', 'This link was used already.');
  }

  /** A user who has an account already joins. Throws `not_found` for a link that was just used. */
  async accept(secret: string, user: { id: string; accountId: string }, actor: Actor): Promise<void> {
    const record = await this.#findRecord(secret);
    const id = record?.organizationId;
    const owner = id ? ({ kind: 'organization', id } as const) : ({ kind: 'account', id: user.accountId } as const);
    const audit = toAuditRecord(actor, { owner, resource: user.id });
    const link = { hash: hashOpaqueSecret(secret), now: this.#now() };
    if (await this.#storage.links.accept(link, user.id, audit)) return;
    throw new LecternError('not_found', 'This link was used already.');
  }

  async #findRecord(secret: string): Promise<LinkRecord | null> {
    return isOpaqueSecret(secret) ? this.#storage.links.find(hashOpaqueSecret(secret), this.#now()) : null;
  }

  async #create(link: Omit<LinkRecord, 'hash' | 'createdAt' | 'expiresAt'>, hours: number): Promise<NewLink> {
    const now = this.#clock();
    const secret = newOpaqueSecret();
    const expiresAt = toTime(now + hours * HOUR_MS);
    await this.#storage.links.create({ ...link, hash: hashOpaqueSecret(secret), createdAt: toTime(now), expiresAt });
    return { path: `/link/${secret}`, expiresAt };
  }

  #now(): string {
    return toTime(this.#clock());
  }
}
