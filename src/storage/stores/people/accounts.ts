import type { Role } from '../../../contract/scopes.ts';

export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly accountId: string;
  readonly disabled: boolean;
}

/** A personal account. */
export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly handle: string | null;
}

export interface MemberRecord {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly disabled: boolean;
}

export interface AccountStore {
  /** Atomic: user, personal account and library entries. */
  createUser(user: {
    id: string;
    email: string;
    name: string;
    accountId: string;
    passwordHash: string | null;
  }): Promise<'created' | 'email_taken'>;
  findUserByEmail(email: string): Promise<UserRecord | null>;
  listUsers(): Promise<UserRecord[]>;
  /** A disabled user has no authority, and keeps everything but sessions and links: those end, in one step with it. */
  setUserDisabled(id: string, disabled: boolean): Promise<void>;
  /** Atomic: organization and its owner's membership. `missing`: the user is disabled, or gone. */
  createOrganization(organization: { id: string; name: string; ownerUserId: string }): Promise<'created' | 'missing'>;
  findOrganization(id: string): Promise<{ id: string; name: string } | null>;
  listOrganizations(): Promise<{ id: string; name: string }[]>;
  findAccount(id: string): Promise<AccountRecord | null>;
  findAccountOfUser(userId: string): Promise<AccountRecord | null>;
  /**
   * Atomic, also against other nodes, as the next: an organization keeps at least one owner who is not disabled. `disabled`:
   * who is that does not become a member; a disabled member gets the role.
   */
  setMember(member: { organizationId: string; userId: string; role: Role }): Promise<'set' | 'last_owner' | 'disabled'>;
  removeMember(member: { organizationId: string; userId: string }): Promise<'removed' | 'missing' | 'last_owner'>;
  listMembers(organizationId: string): Promise<MemberRecord[]>;
  /** Null for whoever is no member. */
  findRole(organizationId: string, userId: string): Promise<Role | null>;
  /** True while the installation has neither users nor organizations. */
  isEmpty(): Promise<boolean>;
}
