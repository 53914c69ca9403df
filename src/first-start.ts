import { SIGN_IN_LINK_HOURS } from './contract/limits.ts';
import { STARTER_SLUG } from './contract/schemas/translation.ts';
import { toAccountOwner } from './domain/account/owners/owner.ts';
import { toCommandActor } from './domain/audit/audit.ts';
import { saveEdition } from './editions/save-edition.ts';
import { readStarterEdition } from './editions/starter.ts';
import type { Installation } from './installation.ts';
import type { Owner } from './storage/storage.ts';

const OWNER = { email: 'owner@lectern.local', name: 'Owner' };
const ORGANIZATION = 'My church';
const LIVE = 'Main screen';
const FIRST_TOKEN = 'First start';
/** Set once all is there; until then a start goes on where an interrupted one ended. */
const FURNISHED = 'furnished';
/** Likewise, for libraries that were there before the starter edition. */
const STARTER_LIBRARIES = 'starter libraries';

/** Whether nothing is left to do, for whichever node starts. */
export const isSeeded = async ({ storage }: Installation): Promise<boolean> =>
  (await storage.findInstallationValue(FURNISHED)) !== null;

/**
 * Gives an empty installation the starter edition, an owner with an organization, and one Live. [D46] The answer is the
 * organization that is still to get its first token; null where there is nothing to furnish.
 */
export async function seedEmptyInstallation(installation: Installation): Promise<string | null> {
  const { storage, editions, administration } = installation;
  if (await isSeeded(installation)) return null;
  const begun = await storage.accounts.findUserByEmail(OWNER.email);
  if (!begun && !(await storage.accounts.isEmpty())) {
    await furnishEditions(installation);
    return null;
  }

  if (!(await editions.find(STARTER_SLUG))?.revisionId) await saveEdition(editions, await readStarterEdition());
  if (!begun) await administration.createUser(OWNER);
  const organizationId =
    (await storage.accounts.listOrganizations())[0]?.id ??
    (await administration.createOrganization({ name: ORGANIZATION, ownerEmail: OWNER.email })).organizationId;
  await furnishLive(installation, { kind: 'organization', id: organizationId });
  return organizationId;
}

/** For those who made users and organizations by command before the first start, and have no Bible yet. */
async function furnishEditions({ storage, editions, administration }: Installation): Promise<void> {
  const fact = await storage.findInstallationValue(STARTER_LIBRARIES);
  // What was removed since then is not to come back.
  if (fact === 'ended') return;
  const none = (await administration.listEditions()).every(({ revisionId }) => revisionId === null);
  if (!none && fact !== 'begun') return;
  await storage.setInstallationValue(STARTER_LIBRARIES, 'begun');
  if (none) await saveEdition(editions, await readStarterEdition());
  for (const { accountId } of await administration.listUsers()) {
    await editions.enableStarter({ kind: 'account', id: accountId });
  }
  for (const { id } of await storage.accounts.listOrganizations()) {
    await editions.enableStarter({ kind: 'organization', id });
  }
  await storage.setInstallationValue(STARTER_LIBRARIES, 'ended');
}

/**
 * The first token, made when everything else works and it can be shown. One that an interrupted start made and nobody saw is
 * revoked. Only its hash is kept.
 */
export async function createFirstToken(
  { storage, administration }: Installation,
  organization: string,
): Promise<string> {
  for (const { id, name, revokedAt } of await administration.listTokens({ organization })) {
    if (name === FIRST_TOKEN && revokedAt === null) await administration.revokeToken(id);
  }
  const { token } = await administration.createToken({ subject: { organization }, name: FIRST_TOKEN });
  await storage.setInstallationValue(FURNISHED, new Date().toISOString());
  return token;
}

/** How the owner signs in who has nothing else to sign in with. */
export type OwnerSignIn =
  /** By a link that works once; only its hash is kept. */
  | { readonly path: string }
  /** By a link that a command makes for this e-mail address. */
  | { readonly email: string };

/**
 * Makes a link for the owner as long as nobody has signed in, and the owner is the only user. Afterwards, a link that is printed at
 * every start would only be a risk: then the answer names whom a command makes one for. Null where the owner can sign in.
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

async function furnishLive({ lives }: Installation, owner: Owner): Promise<void> {
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

/** A Live as the welcome names it. */
export interface FirstLive {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

/** The first Lives of organizations, to show where their audiences find them. */
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
