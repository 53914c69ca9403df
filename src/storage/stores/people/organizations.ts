import type { Role } from '../../../contract/scopes.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { CredentialRecord, ListedCredential } from './credentials.ts';
import type { LinkRecord } from './one-time-links.ts';

/** An organization as one of its members sees it. */
export interface Membership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Processing for it is restricted. [D42] */
  readonly restricted: boolean;
}

/** An invitation that nobody has used yet. */
export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Null: the operator of the installation. Without a role: is no enabled member any more. */
  readonly inviter: { readonly name: string; readonly role: Role | null } | null;
  readonly expiresAt: string;
}

/** A member who changes something; `judge` throws where the role that the member has at that moment does not allow it. */
export interface ActingMember {
  readonly organizationId: string;
  readonly userId: string;
  judge(role: Role): void;
}

/** What is changed of a member: null for no membership, before or after. */
export interface MemberChange {
  readonly userId: string;
  readonly role: Role | null;
  readonly at: string;
  /** Throws where the acting member may not do this to somebody with that role. False: it stays as it is. */
  judge(own: Role, present: Role | null): boolean;
}

/**
 * What members do to their organizations. Every write is atomic with its audit, reads the role of who acts in the same
 * transaction, and comes after other changes of the same organization's members. `missing`: who acts is no enabled member (any
 * more).
 */
export interface OrganizationStore {
  /** Those of which the user is a member, by name. */
  listByUser(userId: string): Promise<Membership[]>;
  /** Null where there is no such organization, and for whoever is no member of it. */
  find(organizationId: string, userId: string): Promise<Membership | null>;
  /** With its first owner. `quota` counts those that the user owns. `missing`: the user is disabled, or gone. */
  create(
    organization: { id: string; name: string; ownerUserId: string; createdAt: string },
    quota: number,
    audit: AuditRecord,
  ): Promise<'created' | 'missing' | 'quota_exceeded'>;
  /** The profile of the owner moves on with the name. */
  rename(by: ActingMember, name: string, audit: AuditRecord): Promise<'renamed' | 'missing'>;
  /** The same by the operator of the installation, who has no role there; the audit is the caller's. */
  renameAsAdministrator(organizationId: string, name: string): Promise<'renamed' | 'missing'>;
  /** An organization keeps at least one owner who is not disabled. */
  changeMember(
    by: Omit<ActingMember, 'judge'>,
    change: MemberChange,
    audit: AuditRecord,
  ): Promise<'changed' | 'unchanged' | 'missing' | 'last_owner'>;
  /** `quota` counts those that are open. */
  createInvitation(
    by: ActingMember,
    link: LinkRecord,
    quota: number,
    audit: AuditRecord,
  ): Promise<'created' | 'missing' | 'quota_exceeded'>;
  /** Those that are open at `now`, oldest first. */
  listInvitations(organizationId: string, now: string): Promise<OpenInvitation[]>;
  /** `missing` also for an invitation that is not the organization's, or not open at `now`. */
  withdrawInvitation(
    by: Omit<ActingMember, 'judge'>,
    invitation: { id: string; now: string; judge(own: Role, offered: Role): void },
    audit: AuditRecord,
  ): Promise<'withdrawn' | 'missing'>;
  /** Service tokens that work at `now`, oldest first. */
  listTokens(organizationId: string, now: string): Promise<ListedCredential[]>;
  /** `quota` counts those that work. */
  createToken(
    by: ActingMember,
    credential: CredentialRecord,
    quota: number,
    audit: AuditRecord,
  ): Promise<'created' | 'missing' | 'quota_exceeded'>;
  /** `missing` also for a token that is not the organization's, or does not work at `now`. */
  endToken(
    by: Omit<ActingMember, 'judge'>,
    token: { id: string; now: string; judge(own: Role, token: ListedCredential): void },
    audit: AuditRecord,
  ): Promise<'ended' | 'missing'>;
}
