import { LecternError } from '../../../contract/lectern-error.ts';
import { PERSONAL_TOKEN_DEFAULT_DAYS, PERSONAL_TOKEN_MAX_DAYS } from '../../../contract/limits.ts';
import {
  PERSONAL_SCOPES,
  ROLE_SCOPES,
  ROLES,
  type Role,
  type Scope,
  SERVICE_SCOPES,
} from '../../../contract/scopes.ts';
import type {
  EditionRecord,
  ListedCredential,
  MemberRecord,
  Owner,
  Storage,
  UserRecord,
} from '../../../storage/storage.ts';
import { type Clock, toTime } from '../../clock.ts';
import { normalizeEmail, parseEmail } from '../../email.ts';
import { newUuid } from '../../identifiers.ts';
import { NAME_RULE, parseName } from '../../name.ts';
import type { Editions } from '../../scripture/editions.ts';
import { expiryAfterDays, isLifetime, newCredential, TOKEN_DEFAULT_NAME } from '../credentials/new-credential.ts';
import { hashPassword } from '../identity/password.ts';
import { toAccountOwner, unknownOwnerError } from '../owners/owner.ts';

/** The owner of a credential or library, as named on the command line. */
export type AdministeredOwner = { organization: string } | { user: string } | { account: string };

/** The administrator's commands for accounts, credentials and libraries. [D34]–[D36], [D47] */
export class Administration {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #editions: Editions;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after every change that can end or change the authority of a credential. */
  constructor(storage: Storage, clock: Clock, editions: Editions, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#clock = clock;
    this.#editions = editions;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /** Creates a user with a personal account whose library has the given editions. Throws `invalid_fields`. */
  async createUser(user: {
    email: string;
    name: string;
    password?: string;
  }): Promise<{ userId: string; accountId: string }> {
    const email = requireEmail(user.email);
    const name = requireName(user.name);
    const passwordHash = user.password === undefined ? null : await hashPassword(user.password);
    const ids = { userId: newUuid(), accountId: newUuid() };
    const outcome = await this.#storage.accounts.createUser({
      id: ids.userId,
      email,
      name,
      accountId: ids.accountId,
      passwordHash,
    });
    if (outcome === 'email_taken') throw invalid(`There is a user ${email} already.`);
    return ids;
  }

  async listUsers(): Promise<UserRecord[]> {
    return this.#storage.accounts.listUsers();
  }

  /**
   * Disables or enables a user. Disabling ends sessions and links for good; personal tokens and grants stop working at
   * once and work again when the user is enabled. Throws `not_found`.
   */
  async setUserDisabled(email: string, disabled: boolean): Promise<void> {
    const user = await this.#requireUser(email);
    await this.#storage.accounts.setUserDisabled(user.id, disabled).finally(this.#onAuthorityChanged);
  }

  /** Creates an organization. Throws `forbidden` for a disabled owner, `invalid_fields` and `not_found`. */
  async createOrganization(organization: { name: string; ownerEmail: string }): Promise<{ organizationId: string }> {
    const owner = await this.#requireUser(organization.ownerEmail);
    const organizationId = newUuid();
    const outcome = await this.#storage.accounts.createOrganization({
      id: organizationId,
      name: requireName(organization.name),
      ownerUserId: owner.id,
    });
    if (outcome === 'missing') throw disabled(organization.ownerEmail);
    return { organizationId };
  }

  /**
   * Adds a member or changes a member's role. Throws `forbidden` for the last owner and for a disabled user who is not
   * a member, `invalid_fields` and `not_found`.
   */
  async setMember(member: { organization: string; email: string; role: string }): Promise<void> {
    if (!ROLES.includes(member.role as Role)) throw invalid(`A role is one of ${ROLES.join(', ')}.`);
    const { id } = await this.#requireOwner({ organization: member.organization });
    const user = await this.#requireUser(member.email);
    const role = member.role as Role;
    const outcome = await this.#storage.accounts.setMember({ organizationId: id, userId: user.id, role });
    if (outcome === 'last_owner') throw lastOwner(member.email);
    if (outcome === 'disabled') throw disabled(member.email);
    this.#onAuthorityChanged();
  }

  /**
   * Removes a member. Service tokens that the member issued stay valid. [D34] Throws `forbidden` for the last owner,
   * and `not_found`.
   */
  async removeMember(member: { organization: string; email: string }): Promise<void> {
    const { id } = await this.#requireOwner({ organization: member.organization });
    const user = await this.#requireUser(member.email);
    const outcome = await this.#storage.accounts.removeMember({ organizationId: id, userId: user.id });
    if (outcome === 'last_owner') throw lastOwner(member.email);
    if (outcome === 'missing') throw new LecternError('not_found', `${member.email} is not a member of ${id}.`);
    this.#onAuthorityChanged();
  }

  /** Throws `not_found`. */
  async listMembers(organization: string): Promise<MemberRecord[]> {
    const { id } = await this.#requireOwner({ organization });
    return this.#storage.accounts.listMembers(id);
  }

  /**
   * Creates a service token or a personal token. A service token has no expiry unless given, and all scopes that the
   * issuer's current role allows; without an issuer, the administrator issues it. A personal token has the user's
   * authority and lasts 90 days unless given. The secret is stored only as a hash. Throws `forbidden`, `invalid_fields`
   * and `not_found`.
   */
  async createToken(token: {
    subject: { organization: string } | { user: string };
    /** The e-mail address of the member who issues a service token. */
    issuer?: string;
    scopes?: readonly string[];
    expiresInDays?: number;
    name?: string;
  }): Promise<{ id: string; token: string; expiresAt: string | null; scopes: readonly Scope[] }> {
    const service = 'organization' in token.subject;
    const named = token.scopes && requireScopes(token.scopes, service ? SERVICE_SCOPES : PERSONAL_SCOPES);
    const expiresAt = expiry(token.expiresInDays, service, this.#clock());
    const name = token.name === undefined ? TOKEN_DEFAULT_NAME : requireName(token.name);
    const user = 'user' in token.subject ? await this.#requireUser(token.subject.user) : null;
    const organization = 'organization' in token.subject ? await this.#requireOwner(token.subject) : null;
    if (token.issuer !== undefined && !organization) throw invalid('Only the token of an organization has an issuer.');
    const allowed = organization && (await this.#scopesOfIssuer(organization, token.issuer));
    const scopes = named ?? allowed ?? [];
    const excess = allowed ? scopes.filter((scope) => !allowed.includes(scope)) : [];
    if (excess.length > 0) {
      throw new LecternError('forbidden', `The role of ${token.issuer} does not allow ${excess.join(', ')}.`);
    }
    const { secret, credential } = newCredential(
      {
        kind: service ? 'service' : 'personal',
        name,
        scopes,
        expiresAt,
        organizationId: organization?.id ?? null,
        userId: user?.id ?? null,
      },
      this.#clock(),
    );
    await this.#storage.credentials.create(credential);
    return { id: credential.id, token: secret, expiresAt, scopes };
  }

  /** Revokes a token. Takes effect at once in this process. Throws `not_found`. */
  async revokeToken(id: string): Promise<void> {
    const revoked = this.#storage.credentials.revoke(id, toTime(this.#clock()));
    if (!(await revoked.finally(this.#onAuthorityChanged)))
      throw new LecternError('not_found', `There is no valid token ${id}.`);
  }

  async listTokens(subject: { organization: string } | { user: string }): Promise<ListedCredential[]> {
    if ('user' in subject)
      return this.#storage.credentials.list({ userId: (await this.#requireUser(subject.user)).id });
    return this.#storage.credentials.list({ organizationId: (await this.#requireOwner(subject)).id });
  }

  /** Throws `not_found`. */
  async enableEdition(slug: string, subject: AdministeredOwner): Promise<EditionRecord> {
    return this.#editions.enable(await this.#requireOwner(subject), slug);
  }

  /** Throws `not_found`. */
  async disableEdition(slug: string, subject: AdministeredOwner): Promise<void> {
    if (!(await this.#editions.disable(await this.#requireOwner(subject), slug))) {
      throw new LecternError('not_found', `The library has no edition "${slug}".`);
    }
  }

  async listEditions(): Promise<EditionRecord[]> {
    return allPages((page) => this.#editions.list(page));
  }

  /** Lists the editions of a library. Throws `not_found`. */
  async listLibrary(subject: AdministeredOwner): Promise<EditionRecord[]> {
    const owner = await this.#requireOwner(subject);
    return allPages((page) => this.#editions.listEnabled(owner, page));
  }

  /** Returns the scopes that a service token can have: all, or those that the issuer's current role allows. [D34] */
  async #scopesOfIssuer({ id }: Owner, email: string | undefined): Promise<readonly Scope[]> {
    if (email === undefined) return SERVICE_SCOPES;
    const user = await this.#requireUser(email);
    const role = await this.#storage.accounts.findRole(id, user.id);
    if (!role || user.disabled) throw new LecternError('forbidden', `${email} is not an active member of ${id}.`);
    return ROLE_SCOPES[role];
  }

  async #requireUser(email: string) {
    const user = await this.#storage.accounts.findUserByEmail(normalizeEmail(email));
    if (!user) throw new LecternError('not_found', `There is no user ${email}.`);
    return user;
  }

  async #requireOwner(subject: AdministeredOwner): Promise<Owner> {
    if ('user' in subject) return toAccountOwner(await this.#requireUser(subject.user));
    if ('account' in subject) {
      if (await this.#storage.accounts.findAccount(subject.account)) return { kind: 'account', id: subject.account };
      throw await unknownOwnerError(this.#storage.accounts, subject.account, ['account']);
    }
    const organization = await this.#storage.accounts.findOrganization(subject.organization);
    if (!organization) throw await unknownOwnerError(this.#storage.accounts, subject.organization, ['organization']);
    return { kind: 'organization', id: organization.id };
  }
}

function requireEmail(text: string): string {
  const email = parseEmail(text);
  if (email === null) throw invalid(`"${text}" is not an e-mail address.`);
  return email;
}

function requireName(text: string): string {
  const name = parseName(text);
  if (name === null) throw invalid(`A name ${NAME_RULE}.`);
  return name;
}

function requireScopes(named: readonly string[], allowed: readonly Scope[]): readonly Scope[] {
  const unknown = named.filter((scope) => !allowed.includes(scope as Scope));
  if (unknown.length > 0) throw invalid(`Unknown scopes: ${unknown.join(', ')}. Scopes are ${allowed.join(', ')}.`);
  if (named.length === 0) throw invalid('Name at least one scope, or leave scopes out.');
  return [...new Set(named as Scope[])];
}

function expiry(days: number | undefined, service: boolean, nowMs: number): string | null {
  if (days === undefined && service) return null;
  const lifetime = days ?? PERSONAL_TOKEN_DEFAULT_DAYS;
  if (!isLifetime(lifetime)) throw invalid(`A token must expire after 1 to ${PERSONAL_TOKEN_MAX_DAYS} whole days.`);
  return expiryAfterDays(lifetime, nowMs);
}

const invalid = (detail: string) => new LecternError('invalid_fields', detail);

const disabled = (email: string) => new LecternError('forbidden', `${email} is disabled.`);

const lastOwner = (email: string) =>
  new LecternError('forbidden', `${email} is the last owner of the organization. Make another member an owner first.`);

async function allPages(
  read: (page: { limit: number; after: string | null }) => Promise<EditionRecord[]>,
): Promise<EditionRecord[]> {
  const editions: EditionRecord[] = [];
  for (let after: string | null = null; ; after = editions.at(-1)!.slug) {
    const page = await read({ limit: 100, after });
    editions.push(...page);
    if (page.length < 100) return editions;
  }
}
