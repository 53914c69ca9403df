import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Clock } from '../../../src/domain/clock.ts';
import type { NormalizedEdition } from '../../../src/editions/normalized-edition.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { closePages, shareChromium } from '../browser/shared-chromium.ts';
import { api, createTestLive } from '../requests/api.ts';
import { createOperatorClient, createServedLive, type OperatorClient } from '../requests/operator-client.ts';
import { delegateTo } from './delegate-to.ts';
import {
  createTestAccount,
  createTestOrganization,
  startTestLectern,
  type TestEngine,
  type TestLectern,
  type TestOwner,
} from './lectern.ts';
import { startTestNodes, type TestNodes } from './nodes.ts';
import {
  type SeededInstallation,
  type ServerProcess,
  seedOnPostgres,
  seedOnSqlite,
  startReadyServer,
} from './process.ts';

/** A server for the tests of one suite. What they need around it is made when they ask for it. */
interface SmallWorld {
  readonly url: string;
  /** Chromium, whose pages are closed after the suite. */
  readonly browser: () => Promise<Browser>;
}

/** A world whose server runs in the process of the tests. */
interface LocalWorld extends SmallWorld {
  /** The server. It can be passed on before it runs. */
  readonly lectern: TestLectern;
  /** A new organization whose library has the editions. */
  readonly createOrganization: () => Promise<TestOwner>;
  /**
   * Creates a Live, configured with the first edition, and returns it with its owner. The organization is new unless
   * given.
   */
  readonly openLive: (live?: object, owner?: TestOwner) => Promise<OwnedLive>;
}

/** A world whose server is a process of its own, with the starter edition and an organization. */
interface ServedWorld extends SmallWorld {
  readonly installation: SeededInstallation;
  /** The one that runs, or ran last. */
  readonly server: ServerProcess;
  /** Starts a server that has ended again, at its address. */
  readonly startAgain: () => Promise<void>;
  /** A new Live of the organization, configured with the starter edition, and who operates it. */
  readonly openLive: () => Promise<OperatorClient>;
}

interface LocalOptions {
  readonly engine?: TestEngine;
  /** Environment variables, or what finds them when the server starts. */
  readonly settings?: Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);
  readonly clock?: Clock;
  /** Those that every library has: small ones, or the whole starter edition, or none. */
  readonly editions?: readonly NormalizedEdition[] | 'starter';
}

/**
 * Provides a server to the calling suite. The server runs before its tests, and everything it created is removed after
 * them. Call it before the suite's own hooks, which can use the server then.
 */
export function useInProcessServer({ engine, settings, clock, editions = [] }: LocalOptions = {}): LocalWorld {
  let started: TestLectern | undefined;
  const lectern = delegateTo(() => started!);
  const slugs = editions === 'starter' ? ['kjv'] : editions.map(({ slug }) => slug);
  before(async () => {
    const isStarter = editions === 'starter';
    const env = typeof settings === 'function' ? await settings() : settings;
    started = await startTestLectern(engine, env, { clock, content: isStarter ? 'starter' : 'nothing' });
    if (!isStarter) for (const edition of editions) await saveEdition(lectern.installation.editions, edition);
  });
  after(async () => {
    await closePages();
    await started?.close();
  });

  return {
    get url() {
      return lectern.url;
    },
    browser: shareChromium,
    lectern,
    createOrganization: async () => seed(lectern, await createTestOrganization(lectern), slugs),
    openLive: (live, owner) => openLive(lectern, slugs, live, owner),
  };
}

/** Provides nodes on one database to the calling suite, like `useInProcessServer`. */
export function useNodes(...options: Parameters<typeof startTestNodes>): TestNodes {
  let started: TestNodes | undefined;
  before(async () => {
    started = await startTestNodes(...options);
  });
  after(() => started?.close());
  return delegateTo(() => started!);
}

/** Provides a server to the calling suite like `useInProcessServer`, in a process of its own. */
export function useServerProcess({ engine = 'sqlite' as TestEngine } = {}): ServedWorld {
  let installation: SeededInstallation;
  let server: ServerProcess;
  before(async () => {
    installation = engine === 'sqlite' ? await seedOnSqlite() : await seedOnPostgres();
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
export type OwnedLive = OperatorClient & { readonly owner: TestOwner };

/**
 * Creates a Live, configured with the first of these editions. Unless an owner is given, it belongs to a new
 * organization that has enabled all of them.
 */
export async function openLive(
  lectern: TestLectern,
  slugs: readonly string[],
  live: object = {},
  given?: TestOwner,
): Promise<OwnedLive> {
  const owner = given ?? (await seed(lectern, await createTestOrganization(lectern), slugs));
  const { id: liveId } = await createTestLive(api(lectern, owner), live);
  const operator = createOperatorClient(lectern.url, { token: owner.token, liveId });
  if (slugs.length > 0) await operator.write('PATCH', '/settings', { translations: slugs.slice(0, 1) });
  return Object.assign(operator, { owner });
}

/** Imports editions, and makes an organization and an account whose libraries have them. */
export async function createOwners(lectern: TestLectern, ...editions: readonly NormalizedEdition[]): Promise<Owners> {
  for (const edition of editions) await saveEdition(lectern.installation.editions, edition);
  const slugs = editions.map(({ slug }) => slug);
  return [
    await seed(lectern, await createTestOrganization(lectern), slugs),
    await seed(lectern, await createTestAccount(lectern), slugs),
  ];
}

type Owners = [organization: TestOwner, account: TestOwner & { email: string }];

/** Enables editions in the library of an owner, whom it returns. */
async function seed<Owner extends TestOwner>(
  { installation }: TestLectern,
  owner: Owner,
  slugs: readonly string[],
): Promise<Owner> {
  const library = owner.kind === 'organization' ? { organization: owner.id } : { account: owner.id };
  for (const slug of slugs) await installation.administration.enableEdition(slug, library);
  return owner;
}
