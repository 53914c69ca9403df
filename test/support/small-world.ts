import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Clock } from '../../src/domain/clock.ts';
import type { EditionText } from '../../src/editions/edition-text.ts';
import { importEdition } from '../../src/editions/import-edition.ts';
import { api, createLive } from './api.ts';
import {
  createAccount,
  createOrganization,
  type Engine,
  installStarter,
  startTestLectern,
  type TestLectern,
  type TestOwner,
} from './lectern.ts';
import { createOperator, createLive as createServedLive, type Operator } from './operator.ts';
import {
  type FurnishedInstallation,
  furnishOnPostgres,
  furnishOnSqlite,
  type ServerProcess,
  startReadyServer,
} from './process.ts';
import { closePages, shareChromium } from './shared-chromium.ts';

/** A server for the tests of one suite. What they need around it is made when they ask for it. */
interface SmallWorld {
  readonly url: string;
  /** Chromium, whose pages are closed after the suite. */
  readonly browser: () => Promise<Browser>;
}

/** A world whose server runs in the process of the tests. */
interface LocalWorld extends SmallWorld {
  readonly lectern: TestLectern;
  /** A new organization whose library has the editions. */
  readonly createOrganization: () => Promise<TestOwner>;
  /** A new Live, configured with the first edition, and who operates it. Its organization is new as well, unless given. */
  readonly openLive: (live?: object, owner?: TestOwner) => Promise<OwnedLive>;
}

/** A world whose server is a process of its own, with the starter edition and an organization. */
interface ServedWorld extends SmallWorld {
  readonly installation: FurnishedInstallation;
  /** The one that runs, or ran last. */
  readonly server: ServerProcess;
  /** Starts a server that has ended again, at its address. */
  readonly startAgain: () => Promise<void>;
  /** A new Live of the organization, configured with the starter edition, and who operates it. */
  readonly openLive: () => Promise<Operator>;
}

interface LocalOptions {
  readonly engine?: Engine;
  /** Environment variables. */
  readonly settings?: Record<string, string>;
  readonly clock?: Clock;
  /** Those that every library has: small ones, or the whole starter edition, or none. */
  readonly editions?: readonly EditionText[] | 'starter';
}

/** To be called in a suite: the server is there before its tests, and all that was made is gone after them. */
export function useLocalWorld({ engine, settings, clock, editions = [] }: LocalOptions = {}): LocalWorld {
  let lectern: TestLectern;
  const slugs = editions === 'starter' ? ['kjv'] : editions.map(({ slug }) => slug);
  before(async () => {
    lectern = await startTestLectern(engine, settings, { clock });
    if (editions === 'starter') await installStarter(lectern);
    else for (const edition of editions) await importEdition(lectern.installation.editions, edition);
  });
  after(async () => {
    await closePages();
    await lectern?.close();
  });

  return {
    get url() {
      return lectern.url;
    },
    browser: shareChromium,
    get lectern() {
      return lectern;
    },
    createOrganization: async () => furnish(lectern, await createOrganization(lectern), slugs),
    openLive: (live, owner) => openLive(lectern, slugs, live, owner),
  };
}

/** To be called in a suite, as `useLocalWorld`. */
export function useServedWorld({ engine = 'sqlite' as Engine } = {}): ServedWorld {
  let installation: FurnishedInstallation;
  let server: ServerProcess;
  before(async () => {
    installation = engine === 'sqlite' ? await furnishOnSqlite() : await furnishOnPostgres();
    server = await startReadyServer({ env: installation.env });
  });
  after(async () => {
    await closePages();
    await server?.end();
  });
  return {
    get url() {
      return server.url;
    },
    browser: shareChromium,
    get installation() {
      return installation;
    },
    get server() {
      return server;
    },
    startAgain: async () => {
      server = await startReadyServer({ env: { ...installation.env, PORT: String(server.port) } });
    },
    openLive: () => createServedLive(server.url, installation),
  };
}

/** A Live as its operator works at it, with its owner. */
export type OwnedLive = Operator & { readonly owner: TestOwner };

/** Makes a Live, configured with the first of these editions; its owner is a new organization that has them all, unless given. */
export async function openLive(
  lectern: TestLectern,
  slugs: readonly string[],
  live: object = {},
  given?: TestOwner,
): Promise<OwnedLive> {
  const owner = given ?? (await furnish(lectern, await createOrganization(lectern), slugs));
  const { id: liveId } = await createLive(api(lectern, owner), live);
  const operator = createOperator(lectern.url, { token: owner.token, liveId });
  if (slugs.length > 0) await operator.write('PATCH', '/settings', { translations: slugs.slice(0, 1) });
  return Object.assign(operator, { owner });
}

/** Imports editions, and makes an organization and an account whose libraries have them. */
export async function createOwners(lectern: TestLectern, ...editions: readonly EditionText[]): Promise<Owners> {
  for (const edition of editions) await importEdition(lectern.installation.editions, edition);
  const slugs = editions.map(({ slug }) => slug);
  return [
    await furnish(lectern, await createOrganization(lectern), slugs),
    await furnish(lectern, await createAccount(lectern), slugs),
  ];
}

type Owners = [organization: TestOwner, account: TestOwner & { email: string }];

/** Enables editions in the library of an owner, whom it returns. */
async function furnish<Owner extends TestOwner>(
  { installation }: TestLectern,
  owner: Owner,
  slugs: readonly string[],
): Promise<Owner> {
  const library = owner.kind === 'organization' ? { organization: owner.id } : { account: owner.id };
  for (const slug of slugs) await installation.administration.enableEdition(slug, library);
  return owner;
}
