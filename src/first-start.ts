import { FIRST_TOKEN_DAYS, SIGN_IN_LINK_HOURS } from './contract/limits.ts';
import { STARTER_SLUG } from './contract/schemas/translation.ts';
import { ROLE_SCOPES } from './contract/scopes.ts';
import { toAccountOwner } from './domain/account/owners/owner.ts';
import { toCommandActor } from './domain/audit/audit.ts';
import { saveEdition } from './editions/save-edition.ts';
import { readStarterEdition } from './editions/starter.ts';
import type { Installation } from './installation.ts';
import { FIRST_TOKEN, type Owner } from './storage/storage.ts';

const OWNER = { email: 'owner@lectern.local', name: 'Owner' };
const ORGANIZATION = 'My church';
/** Name of the first Live, the one that the pages propose in English. */
const LIVE = 'Main hall';
/** Stored value that is set when seeding is complete. Until then, a start resumes where an interrupted one stopped. */
const SEEDED = 'furnished';
/** Stored value that tracks adding the starter edition to libraries that existed before it. */
const STARTER_LIBRARIES = 'starter libraries';

/** Returns whether seeding is complete, on any node. */
export const isSeeded = async ({ storage }: Installation): Promise<boolean> =>
  (await storage.findInstallationValue(SEEDED)) !== null;

/**
 * Seeds an empty installation with the starter edition, an owner with an organization, and one Live. [D46] Returns the
 * id of the organization that still needs its first token, or null when there was nothing to seed.
 */
export async function seedEmptyInstallation(installation: Installation): Promise<string | null> {
  const { storage, editions, administration } = installation;
  if (await isSeeded(installation)) return null;
  const existingOwner = await storage.accounts.findUserByEmail(OWNER.email);
  if (!existingOwner && !(await storage.accounts.isEmpty())) {
    await seedEditions(installation);
    return null;
  }

  if (!(await editions.find(STARTER_SLUG))?.revisionId) await saveEdition(editions, await readStarterEdition());
  if (!existingOwner) await administration.createUser(OWNER);
  const organizationId =
    (await storage.accounts.listOrganizations())[0]?.id ??
    (await administration.createOrganization({ name: ORGANIZATION, ownerEmail: OWNER.email })).organizationId;
  await seedLive(installation, { kind: 'organization', id: organizationId });
  return organizationId;
}

/**
 * Adds the starter edition where users or organizations were created by command before the first start and no Bible is
 * installed.
 */
async function seedEditions({ storage, editions, administration }: Installation): Promise<void> {
  const progress = await storage.findInstallationValue(STARTER_LIBRARIES);
  // Does not bring back an edition that was removed since.
  if (progress === 'ended') return;
  const nothingInstalled = (await administration.listEditions()).every(({ revisionId }) => revisionId === null);
  if (!nothingInstalled && progress !== 'begun') return;
  await storage.setInstallationValue(STARTER_LIBRARIES, 'begun');
  if (nothingInstalled) await saveEdition(editions, await readStarterEdition());
  for (const { accountId } of await administration.listUsers()) {
    await editions.enableStarter({ kind: 'account', id: accountId });
  }
  for (const { id } of await storage.accounts.listOrganizations()) {
    await editions.enableStarter({ kind: 'organization', id });
  }
  await storage.setInstallationValue(STARTER_LIBRARIES, 'ended');
}

/**
 * Completes the seeding, once everything else works. Returns an operator's token for a terminal, which is shown once
 * and of which only the hash is stored; elsewhere, where it would stay in a log, null. Revokes a token that an
 * interrupted start created but never showed. [D46]
 */
export async function completeSeeding(
  { storage, administration }: Installation,
  organization: string,
  isTerminal: boolean,
): Promise<string | null> {
  for (const { id, name, revokedAt } of await administration.listTokens({ organization })) {
    if (name === FIRST_TOKEN && revokedAt === null) await administration.revokeToken(id);
  }
  const first = isTerminal
    ? await administration.createToken({
        subject: { organization },
        name: FIRST_TOKEN,
        scopes: ROLE_SCOPES.operator,
        expiresInDays: FIRST_TOKEN_DAYS,
      })
    : null;
  await storage.setInstallationValue(SEEDED, new Date().toISOString());
  return first?.token ?? null;
}

/** How the owner can sign in when no password, passkey or session exists. */
export type OwnerSignIn =
  /** A one-time link. Only its hash is stored. */
  | { readonly path: string }
  /** The e-mail address to create a link for with a command. */
  | { readonly email: string };

/**
 * Creates a sign-in link for the owner while the owner is the only user and has never signed in. Later, a link printed
 * at every start would only be a risk: the result then names the e-mail address to create one for. Returns null if the
 * owner can sign in without a link.
 */
export async function createOwnerSignIn({
  storage,
  sessions,
  links,
  administration,
}: Installation): Promise<OwnerSignIn | null> {
  const owner = await storage.people.findSignInUser({ email: OWNER.email });
  if (!owner || owner.disabled || owner.passwordHash !== null) return null;
  if ((await sessions.list(owner.id)).length > 0 || (await storage.passkeys.list(owner.id)).length > 0) return null;
  const signedIn = await storage.audit.has(toAccountOwner(owner), 'signIn');
  if (signedIn || (await administration.listUsers()).length > 1) return { email: owner.email };
  const { path } = await links.createForUser(owner.email, 'sign_in', SIGN_IN_LINK_HOURS);
  return { path };
}

async function seedLive({ lives }: Installation, owner: Owner): Promise<void> {
  const [first] = await lives.list(owner, { limit: 1, after: null });
  const actor = toCommandActor('first start');
  const state = first ? await lives.require(first.id, owner) : await lives.create(owner, LIVE, actor);
  if (state.record.translations.length > 0) return;
  await lives.write(state.record.id, {
    owner,
    actor,
    precondition: { tag: lives.validators.etag(state.record) },
    apply: () => ({ record: { translations: [STARTER_SLUG] }, queue: [] }),
  });
}

/** A Live as shown in the welcome message. */
export interface FirstLive {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

/** Lists the first Lives of the organizations, whose audience links the welcome message shows. */
export async function listFirstLives({ storage, lives }: Installation, limit: number): Promise<FirstLive[]> {
  const found: FirstLive[] = [];
  for (const { id: organizationId } of await storage.accounts.listOrganizations()) {
    if (found.length >= limit) break;
    const page = { limit: limit - found.length, after: null };
    const summaries = await lives.list({ kind: 'organization', id: organizationId }, page);
    found.push(...summaries.map(({ id, name }) => ({ id, name, organizationId })));
  }
  return found;
}
