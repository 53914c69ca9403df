import type { Role } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { CredentialRecord, ListedCredential } from './credentials.ts';
import type { LinkRecord } from './one-time-links.ts';

/** An organization from the point of view of one of its members. */
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Whether processing for the organization is restricted. [D42] */
  readonly restricted: boolean;
}

/** An unused invitation. */
export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Null for the administrator. `role` is null if the inviter is no longer an enabled member. */
  readonly inviter: { readonly name: string; readonly role: Role | null } | null;
  readonly expiresAt: string;
}

/** A member who makes a change. `authorize` throws if the member's current role does not allow it. */
export interface ActingMember {
  readonly organizationId: string;
  readonly userId: string;
  authorize(role: Role): void;
}

/** A change of a membership. A null role means no membership, before or after. */
export interface MemberChange {
  readonly userId: string;
  readonly role: Role | null;
  readonly at: string;
  /**
   * Throws if the acting member cannot do this to a member with the current role. Returns false if nothing needs to
   * change.
   */
  authorize(own: Role, current: Role | null): boolean;
}

/**
 * Changes that members make to their organizations. Every write is atomic with its audit record, reads the acting
 * member's role in the same transaction, and is serialized with other changes of the organization's members. Returns
 * `missing` if the acting user is not an enabled member.
 */
export interface OrganizationStore {
  /** Lists the organizations of a user, by name. */
  listByUser(userId: string): Promise<Membership[]>;
  /** Returns null if the organization does not exist or the user is not a member of it. */
  find(organizationId: string, userId: string): Promise<Membership | null>;
  /**
   * Creates an organization with its first owner. `quota` limits the number of organizations that the user owns.
   * Returns `missing` if the user is disabled or does not exist.
   */
  create(
    organization: { id: string; name: string; ownerUserId: string; createdAt: string },
    quota: number,
    audit: AuditRecord,
  ): Promise<'created' | 'missing' | 'quota_exceeded'>;
  /** Renames the organization and increases the version of its profile. */
  rename(by: ActingMember, name: string, audit: AuditRecord): Promise<'renamed' | 'missing'>;
  /** Renames an organization as the administrator, who has no role there. The caller records the audit. */
  renameAsAdministrator(organizationId: string, name: string): Promise<'renamed' | 'missing'>;
  /** Changes a membership. An organization keeps at least one enabled owner. */
  changeMember(
    by: Omit<ActingMember, 'authorize'>,
    change: MemberChange,
    audit: AuditRecord,
  ): Promise<'changed' | 'unchanged' | 'missing' | 'last_owner'>;
  /** Creates an invitation. `quota` limits the number of open invitations. */
  createInvitation(
    by: ActingMember,
    link: LinkRecord,
    quota: number,
    audit: AuditRecord,
  ): Promise<'created' | 'missing' | 'quota_exceeded'>;
  /** Lists the invitations that are open at `now`, oldest first. */
  listInvitations(organizationId: string, now: string): Promise<OpenInvitation[]>;
  /**
   * Withdraws an invitation. Also returns `missing` if the invitation belongs to another organization or is not open at
   * `now`.
   */
  withdrawInvitation(
    by: Omit<ActingMember, 'authorize'>,
    invitation: { id: string; now: string; authorize(own: Role, offered: Role): void },
    audit: AuditRecord,
  ): Promise<'withdrawn' | 'missing'>;
  /** Lists the service tokens that are active at `now`, oldest first. */
  listTokens(organizationId: string, now: string): Promise<ListedCredential[]>;
  /** Creates a service token. `quota` limits the number of active tokens. */
  createToken(
    by: ActingMember,
    credential: CredentialRecord,
    quota: number,
    audit: AuditRecord,
  ): Promise<'created' | 'missing' | 'quota_exceeded'>;
  /**
   * Revokes a service token. Also returns `missing` if the token belongs to another organization or is not active at
   * `now`.
   */
  endToken(
    by: Omit<ActingMember, 'authorize'>,
    token: { id: string; now: string; authorize(own: Role, token: ListedCredential): void },
    audit: AuditRecord,
  ): Promise<'ended' | 'missing'>;
}
