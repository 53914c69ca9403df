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

/** A link that was just created. Its secret is stored only as a hash. */
export interface NewLink {
  /** The path, to be appended to the origin of the installation. */
  readonly path: string;
  readonly expiresAt: string;
}

/** The organization of an invitation, and what its sender offers there. */
export interface OfferedMembership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Name of the member who sent the invitation; null for the administrator. */
  readonly inviter: string | null;
}

/** A valid link with its purpose. */
export type OpenLink =
  | { readonly purpose: 'sign_in'; readonly user: SignInUser }
  | { readonly purpose: 'reset'; readonly user: SignInUser }
  | {
      readonly purpose: 'invitation';
      readonly id: string;
      readonly email: string;
      /** Null if the invitation is to an account only. */
      readonly organization: OfferedMembership | null;
    };

/** One-time links to sign in, set a password or accept an invitation. */
export class OneTimeLinks {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after a link has set a password, which ends sessions. */
  constructor(storage: Storage, clock: Clock, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#clock = clock;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /**
   * Creates a link for a user. Throws `not_found` for an unknown e-mail address and `forbidden` for a disabled user.
   */
  async createForUser(email: string, purpose: 'sign_in' | 'reset', hours: number): Promise<NewLink> {
    const user = await this.#storage.people.findSignInUser({ email: normalizeEmail(email) });
    if (!user) throw new LecternError('not_found', `There is no user ${email}.`);
    if (user.disabled) throw new LecternError('forbidden', `${email} is disabled.`);
    const offered = { email: null, organizationId: null, role: null, invitedBy: null };
    const { path, record } = newLink({ purpose, userId: user.id, ...offered }, hours, this.#clock());
    // The user was disabled or deleted in the meantime.
    if (!(await this.#storage.links.create(record))) throw new LecternError('forbidden', `${email} is disabled.`);
    return { path, expiresAt: record.expiresAt };
  }

  /**
   * Creates an invitation by an administrator for one e-mail address, optionally with a membership. Throws
   * `invalid_fields` and `not_found`.
   */
  async invite(typed: string, membership: { organization: string; role: string } | null): Promise<NewLink> {
    const email = parseEmail(typed);
    if (email === null) throw new LecternError('invalid_fields', `"${typed}" is not an e-mail address.`);
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
   * Finds a valid link. Returns null for a link that is unknown, used or expired, that belongs to a disabled user, or
   * that offers a membership which its creator can no longer give.
   */
  async find(secret: string): Promise<OpenLink | null> {
    const link = await this.#findRecord(secret);
    if (!link || link.purpose === 'joined') return null;
    if (link.purpose === 'invitation') {
      if (!(await this.#storage.links.isStillValid(link, mayOffer))) return null;
      const { id, organizationId, email, role, invitedBy } = link;
      const { accounts, people } = this.#storage;
      const organization = organizationId === null ? null : await accounts.findOrganization(organizationId);
      const inviter = invitedBy === null ? null : await people.findSignInUser({ id: invitedBy });
      const offered = organization && { ...organization, role: role!, inviter: inviter?.name ?? null };
      return { purpose: 'invitation', id, email: email!, organization: offered };
    }
    const user = await this.#storage.people.findSignInUser({ id: link.userId! });
    return user && !user.disabled ? { purpose: link.purpose, user } : null;
  }

  /** Returns the organization that the user joined by this invitation, or null. */
  async findAcceptedOrganization(secret: string, userId: string): Promise<string | null> {
    const link = await this.#findRecord(secret);
    if (link?.purpose !== 'joined') return null;
    return (await this.#storage.organizations.find(link.organizationId!, userId))?.id ?? null;
  }

  /**
   * Consumes a reset link, sets the password and ends the user's sessions. Returns the new hash or the problem with the
   * password. Throws `not_found` if the link was used in the meantime.
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
    throw new LecternError('not_found', 'This link was already used.');
  }

  /**
   * Adds an existing user to the organization of an invitation. Throws `not_found` if the link was used in the meantime
   * or its creator can no longer offer the membership, and `processing_restricted`.
   */
  async accept(secret: string, user: { id: string; accountId: string }, actor: Actor): Promise<void> {
    const record = await this.#findRecord(secret);
    const id = record?.organizationId;
    const owner = id ? ({ kind: 'organization', id } as const) : toAccountOwner(user);
    requireUnrestricted(await this.#storage.owners.find(owner));
    // With it, the activity of the organization names the person in the record of the invitation, too.
    const audit = toAuditRecord(actor, { owner, resource: id ? record.id : user.id });
    if (await this.#storage.links.accept(this.useOf(secret), user.id, audit)) return;
    throw new LecternError('not_found', 'This link was already used.');
  }

  /** Returns what the storage needs to consume an invitation. */
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

/** A member can offer the roles that the member can assign. [D34] */
const mayOffer: InvitationUse['mayOffer'] = (own, offered) => assignableRoles(own).includes(offered);

/** Creates an invitation record to be stored, and its path, which contains the secret. */
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
