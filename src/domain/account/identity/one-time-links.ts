import { LecternError } from '../../../contract/lectern-error.ts';
import { INVITATION_DAYS } from '../../../contract/limits.ts';
import { ROLES, type Role } from '../../../contract/scopes.ts';
import type { InvitationUse, LinkRecord, SignInUser, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';
import { normalizeEmail, parseEmail } from '../../email.ts';
import { newId } from '../../identifiers.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../../opaque-secret.ts';
import { assignableRoles } from '../owners/member-rights.ts';
import { toAccountOwner, unknownOwnerError } from '../owners/owner.ts';
import { requireUnrestricted } from '../owners/restriction.ts';
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
  | { readonly purpose: 'sign_in'; readonly user: SignInUser }
  | { readonly purpose: 'reset'; readonly user: SignInUser }
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
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after a password was set by a link: sessions end with it. */
  constructor(storage: Storage, clock: Clock, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#clock = clock;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /** Throws `not_found` for an address that nobody has, `forbidden` for a disabled user. */
  async createForUser(email: string, purpose: 'sign_in' | 'reset', hours: number): Promise<NewLink> {
    const user = await this.#storage.people.findSignInUser({ email: normalizeEmail(email) });
    if (!user) throw new LecternError('not_found', `There is no user ${email}.`);
    if (user.disabled) throw new LecternError('forbidden', `${email} is disabled.`);
    const offered = { email: null, organizationId: null, role: null, invitedBy: null };
    const { path, record } = newLink({ purpose, userId: user.id, ...offered }, hours, this.#clock());
    // It was disabled, or has left, just now.
    if (!(await this.#storage.links.create(record))) throw new LecternError('forbidden', `${email} is disabled.`);
    return { path, expiresAt: record.expiresAt };
  }

  /** By the operator: for one e-mail address, with a membership where an organization is named. Throws `invalid_fields`, `not_found`. */
  async invite(typed: string, membership: { organization: string; role: string } | null): Promise<NewLink> {
    const email = parseEmail(typed);
    if (email === null) throw new LecternError('invalid_fields', `"${typed}" is no e-mail address.`);
    if (membership && !ROLES.includes(membership.role as Role)) {
      throw new LecternError('invalid_fields', `A role is one of ${ROLES.join(', ')}.`);
    }
    if (membership && !(await this.#storage.accounts.findOrganization(membership.organization))) {
      throw await unknownOwnerError(this.#storage.accounts, membership.organization, ['organization']);
    }
    const offered = { organizationId: membership?.organization ?? null, role: (membership?.role as Role) ?? null };
    const { path, record } = newInvitation({ email, ...offered, invitedBy: null }, this.#clock());
    await this.#storage.links.create(record);
    return { path, expiresAt: record.expiresAt };
  }

  /**
   * Null for a link that is unknown, used or over, for one of a user who is disabled, and for an invitation to what its maker
   * may not offer now.
   */
  async find(secret: string): Promise<OpenLink | null> {
    const link = await this.#findRecord(secret);
    if (!link || link.purpose === 'joined') return null;
    if (link.purpose === 'invitation') {
      if (!(await this.#storage.links.isStillValid(link, mayOffer))) return null;
      const { organizationId: id, email } = link;
      const organization = id === null ? null : await this.#storage.accounts.findOrganization(id);
      return { purpose: 'invitation', email: email!, organization };
    }
    const user = await this.#storage.people.findSignInUser({ id: link.userId! });
    return user && !user.disabled ? { purpose: link.purpose, user } : null;
  }

  /** The organization that somebody joined by an invitation, for its members; null for everybody and everything else. */
  async findAcceptedOrganization(secret: string, userId: string): Promise<string | null> {
    const link = await this.#findRecord(secret);
    if (link?.purpose !== 'joined') return null;
    return (await this.#storage.organizations.find(link.organizationId!, userId))?.id ?? null;
  }

  /**
   * Uses a link up that sets a password, and ends the user's sessions. The answer says why the password is not taken, or is
   * the hash of the new one. Throws `not_found` for a link that was just used.
   */
  async setPassword(
    secret: string,
    user: SignInUser,
    password: string,
    actor: Actor,
  ): Promise<{ problem: PasswordProblem } | { passwordHash: string }> {
    const problem = findPasswordProblem(password, [user.email, user.name]);
    if (problem) return { problem };
    const passwordHash = await hashPassword(password);
    const audit = toAuditRecord({ ...actor, userId: user.id }, { owner: toAccountOwner(user), resource: user.id });
    const link = { hash: hashOpaqueSecret(secret), now: this.#now() };
    const reset = this.#storage.links.reset(link, { userId: user.id, hash: passwordHash }, audit);
    if (await reset.finally(this.#onAuthorityChanged)) return { passwordHash };
    throw new LecternError('not_found', 'This link was used already.');
  }

  /**
   * A user who has an account already joins. Throws `not_found` for a link that was just used or that its maker may not have
   * made any more, `processing_restricted`.
   */
  async accept(secret: string, user: { id: string; accountId: string }, actor: Actor): Promise<void> {
    const record = await this.#findRecord(secret);
    const id = record?.organizationId;
    const owner = id ? ({ kind: 'organization', id } as const) : toAccountOwner(user);
    requireUnrestricted(await this.#storage.owners.find(owner));
    const audit = toAuditRecord(actor, { owner, resource: user.id });
    if (await this.#storage.links.accept(this.useOf(secret), user.id, audit)) return;
    throw new LecternError('not_found', 'This link was used already.');
  }

  /** How storage is told that an invitation is used. */
  useOf(secret: string): InvitationUse {
    return { hash: hashOpaqueSecret(secret), now: this.#now(), mayOffer };
  }

  async #findRecord(secret: string): Promise<LinkRecord | null> {
    return isOpaqueSecret(secret) ? this.#storage.links.find(hashOpaqueSecret(secret), this.#now()) : null;
  }

  #now(): string {
    return toTime(this.#clock());
  }
}

/** Whoever may give a role may offer it. [D34] */
const mayOffer: InvitationUse['mayOffer'] = (own, offered) => assignableRoles(own).includes(offered);

/** An invitation that is not kept yet; its path is nowhere else. */
export const newInvitation = (
  offered: Pick<LinkRecord, 'email' | 'organizationId' | 'role' | 'invitedBy'>,
  nowMs: number,
): { path: string; record: LinkRecord } =>
  newLink({ purpose: 'invitation', userId: null, ...offered }, INVITATION_DAYS * 24, nowMs);

function newLink(
  link: Omit<LinkRecord, 'hash' | 'id' | 'createdAt' | 'expiresAt'>,
  hours: number,
  nowMs: number,
): { path: string; record: LinkRecord } {
  const secret = newOpaqueSecret();
  const times = { createdAt: toTime(nowMs), expiresAt: toTime(nowMs + hours * HOUR_MS) };
  return { path: `/link/${secret}`, record: { ...link, ...times, hash: hashOpaqueSecret(secret), id: newId() } };
}
