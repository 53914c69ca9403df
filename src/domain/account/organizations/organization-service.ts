import { LecternError } from '../../../contract/lectern-error.ts';
import {
  INVITATIONS_PER_ORGANIZATION_MAX,
  ORGANIZATIONS_PER_USER_MAX,
  SERVICE_TOKENS_PER_ORGANIZATION_MAX,
} from '../../../contract/limits.ts';
import type { Role, Scope } from '../../../contract/scopes.ts';
import type {
  ListedCredential,
  MemberChange,
  MemberRecord,
  Membership,
  OpenInvitation,
  Owner,
  Storage,
} from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';
import { newUuid } from '../../identifiers.ts';
import type { Lives } from '../../live/lives.ts';
import { expiryAfterDays, newCredential } from '../credentials/new-credential.ts';
import { type NewLink, newInvitation } from '../identity/one-time-links.ts';
import {
  assignableRoles,
  canEndToken,
  canManageToken,
  hasMemberRight,
  type MemberRight,
} from '../owners/member-rights.ts';
import { requireUnrestricted } from '../owners/restriction.ts';

/** The format of an id. Other texts are never queried; some databases reject them. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The member who makes a request. */
export interface MemberContext {
  readonly organizationId: string;
  readonly userId: string;
  readonly actor: Actor;
}

type MemberOutcome = 'changed' | 'unchanged' | 'last_owner';

interface OrganizationServiceDependencies {
  readonly storage: Storage;
  readonly lives: Lives;
  readonly clock: Clock;
}

/**
 * Manages organizations for their members. Reads take the membership that `require` has returned; writes check the role
 * again. Methods throw `not_found` for organizations of others and `forbidden` for what the role does not allow.
 */
export class OrganizationService {
  readonly #parts: OrganizationServiceDependencies;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after every change that can end or change the authority of a credential. */
  constructor(parts: OrganizationServiceDependencies, onAuthorityChanged: () => void) {
    this.#parts = parts;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  list(userId: string): Promise<Membership[]> {
    return this.#parts.storage.organizations.listByUser(userId);
  }

  /**
   * Returns the membership. Throws `not_found`; with `to: 'write'` also `processing_restricted`, and with `right` also
   * `forbidden`. [D42]
   */
  async require(
    userId: string,
    organizationId: string,
    to: 'read' | 'write' = 'read',
    right?: MemberRight,
  ): Promise<Membership> {
    const hasIdFormat = ID.test(organizationId);
    const membership = hasIdFormat ? await this.#parts.storage.organizations.find(organizationId, userId) : null;
    if (!membership) throw notFound();
    if (to === 'write') requireUnrestricted(membership);
    if (right) requireRight(right)(membership.role);
    return membership;
  }

  /**
   * Creates an organization that the user owns. Returns its id, or null if the user already owns the allowed number.
   */
  async create(userId: string, name: string, actor: Actor): Promise<string | null> {
    const { storage } = this.#parts;
    const owner: Owner = { kind: 'organization', id: newUuid() };
    const organization = { id: owner.id, name, ownerUserId: userId, createdAt: this.#now() };
    const audit = toAuditRecord(actor, { owner, resource: owner.id });
    const outcome = await storage.organizations.create(organization, ORGANIZATIONS_PER_USER_MAX, audit);
    if (outcome === 'missing') throw notFound();
    if (outcome === 'quota_exceeded') return null;
    return owner.id;
  }

  /**
   * Renames an organization and updates its viewers. `name` must come from `parseName`. Throws `not_found` and
   * `forbidden`.
   */
  async rename(member: MemberContext, name: string): Promise<void> {
    const { storage, lives } = this.#parts;
    const by = { ...member, authorize: requireRight('rename') };
    const audit = toAudit(member, member.organizationId);
    if ((await storage.organizations.rename(by, name, audit)) === 'missing') throw notFound();
    await lives.refreshProfile(ownerOf(member));
  }

  listMembers(organizationId: string): Promise<MemberRecord[]> {
    return this.#parts.storage.accounts.listMembers(organizationId);
  }

  /**
   * Creates a one-time link with which the user of an e-mail address can become a member after signing in or up. No one
   * becomes a member without consent, and the inviting member does not learn whether the user exists. The link is valid
   * as long as the inviting member may give the role. The secret is stored only as a hash. Throws `not_found` and
   * `forbidden`.
   */
  async inviteMember(
    member: MemberContext,
    { email, role }: { email: string; role: Role },
  ): Promise<NewLink | 'already_member' | 'quota_exceeded'> {
    const authorize = (own: Role) => requireAssignable(own, [role]);
    authorize((await this.require(member.userId, member.organizationId)).role);
    const members = await this.listMembers(member.organizationId);
    // Roles of existing members are changed in the list of members.
    if (members.some((member) => member.email === email)) return 'already_member';
    const { organizationId, userId: invitedBy } = member;
    const { path, record } = newInvitation({ email, organizationId, role, invitedBy }, this.#parts.clock());
    const quota = INVITATIONS_PER_ORGANIZATION_MAX;
    // The audit record omits the e-mail address, which must not outlive its user.
    const audit = toAudit(member, record.id);
    const { organizations } = this.#parts.storage;
    const outcome = await organizations.createInvitation({ ...member, authorize }, record, quota, audit);
    if (outcome === 'missing') throw notFound();
    return outcome === 'created' ? { path, expiresAt: record.expiresAt } : outcome;
  }

  /** Lists open invitations, oldest first. Throws `forbidden`. */
  async listInvitations({ id, role }: Membership): Promise<OpenInvitation[]> {
    requireRight('manageMembers')(role);
    return this.#parts.storage.organizations.listInvitations(id, this.#now());
  }

  /** Withdraws an invitation; its link stops working. Throws `not_found` and `forbidden`. */
  async withdrawInvitation(member: MemberContext, id: string): Promise<void> {
    if (!ID.test(id)) throw notFound();
    const authorize = (own: Role, offered: Role) => requireAssignable(own, [offered]);
    const withdrawal = { id, now: this.#now(), authorize };
    const { organizations } = this.#parts.storage;
    if ((await organizations.withdrawInvitation(member, withdrawal, toAudit(member, id))) === 'missing') {
      throw notFound();
    }
  }

  /** Changes a member's role. Throws `not_found` and `forbidden`. */
  setRole(member: MemberContext, userId: string, role: Role): Promise<MemberOutcome> {
    return this.#change(member, userId, role, (own, current) => {
      if (!current) throw notFound();
      requireAssignable(own, [current, role]);
      return current !== role;
    });
  }

  /**
   * Removes a member. Every member can leave. Service tokens that the member issued stay valid. [D34] Throws
   * `not_found` and `forbidden`.
   */
  removeMember(member: MemberContext, userId: string): Promise<MemberOutcome> {
    return this.#change(member, userId, null, (own, current) => {
      if (!current) throw notFound();
      if (userId !== member.userId) requireAssignable(own, [current]);
      return true;
    });
  }

  /** Lists valid service tokens. Members who cannot manage tokens see only those of their own terminals. [D67] */
  async listTokens({ id, role }: Membership, userId: string): Promise<ListedCredential[]> {
    const tokens = await this.#parts.storage.organizations.listTokens(id, this.#now());
    return hasMemberRight(role, 'manageTokens') ? tokens : tokens.filter((token) => token.userId === userId);
  }

  /**
   * Creates a service token, without expiry unless `expiresInDays` is given. Returns null if the allowed number exists.
   * Throws `not_found` and `forbidden`.
   */
  async createToken(
    member: MemberContext,
    { name, scopes, expiresInDays }: { name: string; scopes: readonly Scope[]; expiresInDays: number | null },
  ): Promise<{ token: Pick<ListedCredential, 'id' | 'name' | 'scopes' | 'expiresAt'>; secret: string } | null> {
    const { organizationId } = member;
    const now = this.#parts.clock();
    const { secret, credential: token } = newCredential(
      {
        kind: 'service',
        name,
        organizationId,
        userId: null,
        scopes,
        expiresAt: expiresInDays === null ? null : expiryAfterDays(expiresInDays, now),
      },
      now,
    );
    const by = { ...member, authorize: (role: Role) => requireTokenRight(role, scopes) };
    const audit = toAudit(member, token.id);
    const quota = SERVICE_TOKENS_PER_ORGANIZATION_MAX;
    const outcome = await this.#parts.storage.organizations.createToken(by, token, quota, audit);
    if (outcome === 'missing') throw notFound();
    return outcome === 'created' ? { token, secret } : null;
  }

  /**
   * Ends a service token at once. Every member may end the tokens of their own terminals. Throws `not_found` and
   * `forbidden`.
   */
  async endToken(member: MemberContext, id: string): Promise<void> {
    if (!ID.test(id)) throw notFound();
    const authorize = (role: Role, token: ListedCredential) => {
      if (!canEndToken({ role, userId: member.userId }, token)) throw forbidden();
    };
    const end = { id, now: this.#now(), authorize };
    const ended = this.#parts.storage.organizations.endToken(member, end, toAudit(member, id));
    // The caches are invalidated even if the outcome is unknown.
    if ((await ended.finally(this.#onAuthorityChanged)) === 'missing') throw notFound();
  }

  /** Requires the right to read the organization's audit records. Throws `forbidden`. */
  requireActivityRight({ role }: Membership): void {
    requireRight('readActivity')(role);
  }

  async #change(
    member: MemberContext,
    userId: string,
    role: Role | null,
    authorize: MemberChange['authorize'],
  ): Promise<MemberOutcome> {
    if (!ID.test(userId)) throw notFound();
    const change = { userId, role, at: this.#now(), authorize };
    const changed = this.#parts.storage.organizations.changeMember(member, change, toAudit(member, userId));
    const outcome = await changed.finally(this.#onAuthorityChanged);
    if (outcome === 'missing') throw notFound();
    return outcome;
  }

  #now(): string {
    return toTime(this.#parts.clock());
  }
}

const ownerOf = ({ organizationId: id }: MemberContext): Owner => ({ kind: 'organization', id });
const toAudit = (member: MemberContext, resource: string) =>
  toAuditRecord(member.actor, { owner: ownerOf(member), resource });

const requireRight = (right: MemberRight) => (role: Role) => {
  if (!hasMemberRight(role, right)) throw forbidden();
};

function requireAssignable(own: Role, roles: readonly Role[]): void {
  if (!roles.every((role) => assignableRoles(own).includes(role))) throw forbidden();
}

function requireTokenRight(role: Role, scopes: readonly Scope[]): void {
  if (!canManageToken(role, scopes)) throw forbidden();
}

const forbidden = () => new LecternError('forbidden', 'Your role in this organization does not allow this.');
const notFound = () => new LecternError('not_found', 'Your organizations have no such resource.');
