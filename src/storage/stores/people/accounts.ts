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
  /**
   * Creates a user with a personal account and library entries, atomically. The first user becomes an administrator.
   * [D69]
   */
  createUser(user: {
    id: string;
    email: string;
    name: string;
    accountId: string;
    passwordHash: string | null;
  }): Promise<'created' | 'email_taken'>;
  findUserByEmail(email: string): Promise<UserRecord | null>;
  listUsers(): Promise<UserRecord[]>;
  /**
   * Disables or enables a user. A disabled user has no authority, and keeps all data except sessions and links, which
   * end in the same transaction.
   */
  setUserDisabled(id: string, disabled: boolean): Promise<void>;
  /**
   * Creates an organization with its first owner, atomically. Returns `missing` if the user is disabled or does not
   * exist.
   */
  createOrganization(organization: { id: string; name: string; ownerUserId: string }): Promise<'created' | 'missing'>;
  findOrganization(id: string): Promise<{ id: string; name: string } | null>;
  listOrganizations(): Promise<{ id: string; name: string }[]>;
  /** Returns the id of the organization if there is exactly one. */
  findOnlyOrganization(): Promise<string | null>;
  findAccount(id: string): Promise<AccountRecord | null>;
  findAccountOfUser(userId: string): Promise<AccountRecord | null>;
  /**
   * Adds a member or changes a role, atomically across nodes. An organization keeps at least one enabled owner. Returns
   * `disabled` for a disabled user who is not a member yet; a disabled member gets the role.
   */
  setMember(member: { organizationId: string; userId: string; role: Role }): Promise<'set' | 'last_owner' | 'disabled'>;
  removeMember(member: { organizationId: string; userId: string }): Promise<'removed' | 'missing' | 'last_owner'>;
  listMembers(organizationId: string): Promise<MemberRecord[]>;
  /** Returns null if the user is not a member. */
  findRole(organizationId: string, userId: string): Promise<Role | null>;
  /** Returns true while the installation has neither users nor organizations. */
  isEmpty(): Promise<boolean>;
}
