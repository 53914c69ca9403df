import { LecternError } from '../../../contract/lectern-error.ts';
import {
  INVITATIONS_PER_ORGANIZATION_MAX,
  ORGANIZATIONS_PER_USER_MAX,
  SERVICE_TOKENS_PER_ORGANIZATION_MAX,
} from '../../../contract/limits.ts';
import type { Role, Scope } from '../../../contract/scopes.ts';
import type {
  AuditRecord,
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

/** What an id can be; anything else is nobody's, and not every engine takes it. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** A member who acts. */
export interface MemberContext {
  readonly organizationId: string;
  readonly userId: string;
  readonly actor: Actor;
}

type MemberOutcome = 'changed' | 'unchanged' | 'last_owner';

interface DeskParts {
  readonly storage: Storage;
  readonly lives: Lives;
  readonly clock: Clock;
}

/**
 * What members do with their organizations. A read is given the membership that `require` has just found; every write reads
 * the role once more. An organization of others is `not_found`; what a role does not allow is `forbidden`.
 */
export class OrganizationService {
  readonly #parts: DeskParts;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after every change that can end or change what a credential may. */
  constructor(parts: DeskParts, onAuthorityChanged: () => void) {
    this.#parts = parts;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  list(userId: string): Promise<Membership[]> {
    return this.#parts.storage.organizations.listByUser(userId);
  }

  /** Throws `not_found`; with `to: 'write'` also `processing_restricted`, with `right` also `forbidden`. [D42] */
  async require(
    userId: string,
    organizationId: string,
    to: 'read' | 'write' = 'read',
    right?: MemberRight,
  ): Promise<Membership> {
    const known = ID.test(organizationId);
    const membership = known ? await this.#parts.storage.organizations.find(organizationId, userId) : null;
    if (!membership) throw notFound();
    if (to === 'write') requireUnrestricted(membership);
    if (right) requireRight(right)(membership.role);
    return membership;
  }

  /** The user is its owner. Answers its id, or null where the user owns as many as are allowed. */
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

  /** `name` is one that parseName gave; viewers see it. Throws `not_found`, `forbidden`. */
  async rename(visitor: MemberContext, name: string): Promise<void> {
    const { storage, lives } = this.#parts;
    const by = { ...visitor, judge: requireRight('rename') };
    const audit = toAudit(visitor, visitor.organizationId);
    if ((await storage.organizations.rename(by, name, audit)) === 'missing') throw notFound();
    await lives.refreshProfile(ownerOf(visitor));
  }

  listMembers(organizationId: string): Promise<MemberRecord[]> {
    return this.#parts.storage.accounts.listMembers(organizationId);
  }

  /**
   * A link by which whoever signs in, or signs up, with that address becomes a member: nobody becomes one unasked, and who
   * invites does not learn whether there is such a user. It works as long as the inviter may give that role. The secret is in
   * the answer and nowhere else. Throws `not_found`, `forbidden`.
   */
  async inviteMember(
    visitor: MemberContext,
    { email, role }: { email: string; role: Role },
  ): Promise<NewLink | 'already_member' | 'quota_exceeded'> {
    const judge = (own: Role) => requireWithin(own, [role]);
    judge((await this.require(visitor.userId, visitor.organizationId)).role);
    const members = await this.listMembers(visitor.organizationId);
    // The role of somebody who is a member is changed where it is shown.
    if (members.some((member) => member.email === email)) return 'already_member';
    const { organizationId, userId: invitedBy } = visitor;
    const { path, record } = newInvitation({ email, organizationId, role, invitedBy }, this.#parts.clock());
    const quota = INVITATIONS_PER_ORGANIZATION_MAX;
    // Without the address: that should not outlive its user.
    const audit = toAudit(visitor, record.id);
    const { organizations } = this.#parts.storage;
    const outcome = await organizations.createInvitation({ ...visitor, judge }, record, quota, audit);
    if (outcome === 'missing') throw notFound();
    return outcome === 'created' ? { path, expiresAt: record.expiresAt } : outcome;
  }

  /** Those that are open, oldest first. Throws `forbidden`. */
  async listInvitations({ id, role }: Membership): Promise<OpenInvitation[]> {
    requireRight('manageMembers')(role);
    return this.#parts.storage.organizations.listInvitations(id, this.#now());
  }

  /** Its link does nothing any more. Throws `not_found`, `forbidden`. */
  async withdrawInvitation(visitor: MemberContext, id: string): Promise<void> {
    if (!ID.test(id)) throw notFound();
    const judge = (own: Role, offered: Role) => requireWithin(own, [offered]);
    const withdrawal = { id, now: this.#now(), judge };
    const { organizations } = this.#parts.storage;
    if ((await organizations.withdrawInvitation(visitor, withdrawal, toAudit(visitor, id))) === 'missing') {
      throw notFound();
    }
  }

  /** Throws `not_found`, `forbidden`. */
  setRole(visitor: MemberContext, userId: string, role: Role): Promise<MemberOutcome> {
    return this.#change(visitor, userId, role, (own, present) => {
      if (!present) throw notFound();
      requireWithin(own, [present, role]);
      return present !== role;
    });
  }

  /** Everybody can leave; service tokens that the member has issued go on. [D34] Throws `not_found`, `forbidden`. */
  removeMember(visitor: MemberContext, userId: string): Promise<MemberOutcome> {
    return this.#change(visitor, userId, null, (own, present) => {
      if (!present) throw notFound();
      if (userId !== visitor.userId) requireWithin(own, [present]);
      return true;
    });
  }

  /** Those that work now. A member who does not handle tokens sees those of their own terminals. [D67] */
  async listTokens({ id, role }: Membership, userId: string): Promise<ListedCredential[]> {
    const tokens = await this.#parts.storage.organizations.listTokens(id, this.#now());
    return hasMemberRight(role, 'handleTokens') ? tokens : tokens.filter((token) => token.userId === userId);
  }

  /** Null where there are as many as are allowed. Without `expiresInDays` it has no end. Throws `not_found`, `forbidden`. */
  async createToken(
    visitor: MemberContext,
    { name, scopes, expiresInDays }: { name: string; scopes: readonly Scope[]; expiresInDays: number | null },
  ): Promise<{ token: Pick<ListedCredential, 'id' | 'name' | 'scopes' | 'expiresAt'>; secret: string } | null> {
    const { organizationId } = visitor;
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
    const by = { ...visitor, judge: (role: Role) => requireHandles(role, scopes) };
    const audit = toAudit(visitor, token.id);
    const quota = SERVICE_TOKENS_PER_ORGANIZATION_MAX;
    const outcome = await this.#parts.storage.organizations.createToken(by, token, quota, audit);
    if (outcome === 'missing') throw notFound();
    return outcome === 'created' ? { token, secret } : null;
  }

  /** Acts at once. Everybody may end the tokens of the own terminals. Throws `not_found`, `forbidden`. */
  async endToken(visitor: MemberContext, id: string): Promise<void> {
    if (!ID.test(id)) throw notFound();
    const judge = (role: Role, token: ListedCredential) => {
      if (!canEndToken({ role, userId: visitor.userId }, token)) throw forbidden();
    };
    const end = { id, now: this.#now(), judge };
    const ended = this.#parts.storage.organizations.endToken(visitor, end, toAudit(visitor, id));
    // Whatever has become of it, also where that is unknown.
    if ((await ended.finally(this.#onAuthorityChanged)) === 'missing') throw notFound();
  }

  /** Newest first, below the id `before`. Throws `forbidden`. */
  async listAudit({ id, role }: Membership, page: { limit: number; before: string | null }): Promise<AuditRecord[]> {
    requireRight('readActivity')(role);
    return this.#parts.storage.audit.list({ kind: 'organization', id }, { ...page, since: null });
  }

  async #change(
    visitor: MemberContext,
    userId: string,
    role: Role | null,
    judge: MemberChange['judge'],
  ): Promise<MemberOutcome> {
    if (!ID.test(userId)) throw notFound();
    const change = { userId, role, at: this.#now(), judge };
    const changed = this.#parts.storage.organizations.changeMember(visitor, change, toAudit(visitor, userId));
    const outcome = await changed.finally(this.#onAuthorityChanged);
    if (outcome === 'missing') throw notFound();
    return outcome;
  }

  #now(): string {
    return toTime(this.#parts.clock());
  }
}

const ownerOf = ({ organizationId: id }: MemberContext): Owner => ({ kind: 'organization', id });
const toAudit = (visitor: MemberContext, resource: string) =>
  toAuditRecord(visitor.actor, { owner: ownerOf(visitor), resource });

const requireRight = (right: MemberRight) => (role: Role) => {
  if (!hasMemberRight(role, right)) throw forbidden();
};

function requireWithin(own: Role, roles: readonly Role[]): void {
  if (!roles.every((role) => assignableRoles(own).includes(role))) throw forbidden();
}

function requireHandles(role: Role, scopes: readonly Scope[]): void {
  if (!canManageToken(role, scopes)) throw forbidden();
}

const forbidden = () => new LecternError('forbidden', 'Your role in this organization does not allow this.');
const notFound = () => new LecternError('not_found', 'None of your organizations has this.');
