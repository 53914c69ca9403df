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

/** Who a credential or a library belongs to, as the command line names it. */
export type AdministeredOwner = { organization: string } | { user: string } | { account: string };

/** What the operator of an installation does to accounts, credentials and libraries. [D34]–[D36], [D47] */
export class Administration {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #editions: Editions;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after every change that can end or change what a credential may. */
  constructor(storage: Storage, clock: Clock, editions: Editions, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#clock = clock;
    this.#editions = editions;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /** A user with a personal account, whose library has the editions given. Throws `invalid_fields`. */
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
   * A disabled user's sessions and links end for good; personal credentials and grants end to count at once, and count again
   * for a user who is enabled again. Throws `not_found`.
   */
  async setUserDisabled(email: string, disabled: boolean): Promise<void> {
    const user = await this.#requireUser(email);
    await this.#storage.accounts.setUserDisabled(user.id, disabled).finally(this.#onAuthorityChanged);
  }

  /** Throws `forbidden` for a disabled owner, `invalid_fields`, `not_found`. */
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

  /** Adds a member, or gives one another role. Throws `forbidden` for the last owner and for a disabled user who is no member, `invalid_fields`, `not_found`. */
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

  /** Service tokens that the member has issued go on. [D34] Throws `forbidden` for the last owner, `not_found`. */
  async removeMember(member: { organization: string; email: string }): Promise<void> {
    const { id } = await this.#requireOwner({ organization: member.organization });
    const user = await this.#requireUser(member.email);
    const outcome = await this.#storage.accounts.removeMember({ organizationId: id, userId: user.id });
    if (outcome === 'last_owner') throw lastOwner(member.email);
    if (outcome === 'missing') throw new LecternError('not_found', `${member.email} is no member of ${id}.`);
    this.#onAuthorityChanged();
  }

  /** Throws `not_found`. */
  async listMembers(organization: string): Promise<MemberRecord[]> {
    const { id } = await this.#requireOwner({ organization });
    return this.#storage.accounts.listMembers(id);
  }

  /**
   * A service token of an organization (no end unless given, and all scopes that the issuer's role allows now; without an
   * issuer the operator of the installation issues it) or a personal credential (the user's own authority and 90 days unless
   * given). The secret is in the answer and nowhere else. Throws `forbidden`, `invalid_fields`, `not_found`.
   */
  async createToken(token: {
    subject: { organization: string } | { user: string };
    /** E-mail address of the member who issues a service token. */
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

  /** Acts at once on this process. Throws `not_found`. */
  async revokeToken(id: string): Promise<void> {
    const revoked = this.#storage.credentials.revoke(id, toTime(this.#clock()));
    if (!(await revoked.finally(this.#onAuthorityChanged)))
      throw new LecternError('not_found', `There is no token ${id} that could be revoked.`);
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

  /** The editions of a library. Throws `not_found`. */
  async listLibrary(subject: AdministeredOwner): Promise<EditionRecord[]> {
    const owner = await this.#requireOwner(subject);
    return allPages((page) => this.#editions.listEnabled(owner, page));
  }

  /** What a service token can hold at most: all, or what the role of the member who issues it allows now. [D34] */
  async #scopesOfIssuer({ id }: Owner, email: string | undefined): Promise<readonly Scope[]> {
    if (email === undefined) return SERVICE_SCOPES;
    const user = await this.#requireUser(email);
    const role = await this.#storage.accounts.findRole(id, user.id);
    if (!role || user.disabled) throw new LecternError('forbidden', `${email} is no active member of ${id}.`);
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
  if (email === null) throw invalid(`"${text}" is no e-mail address.`);
  return email;
}

function requireName(text: string): string {
  const name = parseName(text);
  if (name === null) throw invalid(`A name ${NAME_RULE}.`);
  return name;
}

function requireScopes(named: readonly string[], allowed: readonly Scope[]): readonly Scope[] {
  const unknown = named.filter((scope) => !allowed.includes(scope as Scope));
  if (unknown.length > 0) throw invalid(`No such scope here: ${unknown.join(', ')}. Scopes are ${allowed.join(', ')}.`);
  if (named.length === 0) throw invalid('Name at least one scope, or leave scopes out.');
  return [...new Set(named as Scope[])];
}

function expiry(days: number | undefined, service: boolean, nowMs: number): string | null {
  if (days === undefined && service) return null;
  const lifetime = days ?? PERSONAL_TOKEN_DEFAULT_DAYS;
  if (!isLifetime(lifetime)) throw invalid(`A token ends after 1 to ${PERSONAL_TOKEN_MAX_DAYS} whole days.`);
  return expiryAfterDays(lifetime, nowMs);
}

const invalid = (detail: string) => new LecternError('invalid_fields', detail);

const disabled = (email: string) => new LecternError('forbidden', `${email} is disabled.`);

const lastOwner = (email: string) =>
  new LecternError('forbidden', `${email} is the last owner of the organization. Make somebody else an owner first.`);

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
