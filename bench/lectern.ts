import { readConfig } from '../src/config/config.ts';
import { type Installation, openInstallation } from '../src/installation.ts';
import {
  createOperatorClient,
  createServedLive,
  type OperatorClient,
} from '../test/support/requests/operator-client.ts';
import { type SeededInstallation, seedOnSqlite } from '../test/support/server/process.ts';
import { type Program, startProgram } from './programs.ts';

/** Budgets and limits that have no effect on what is measured. */
const UNLIMITED_SETTINGS = {
  LECTERN_NIGHTLY_BACKUPS: '0',
  LECTERN_QUEUE_ITEMS: '100000',
  LECTERN_LIVES_PER_OWNER: '1000',
  LECTERN_SEATS: '100000',
  LECTERN_BUDGET_REQUESTS: '1000000000',
  LECTERN_BUDGET_PEER: '1000000000',
  LECTERN_BUDGET_PRINCIPAL: '1000000000',
  LECTERN_BUDGET_POLLS: '1000000000',
  LECTERN_BUDGET_AUDIENCE: '1000000000',
  LECTERN_BUDGET_PAGES: '1000000000',
};

/** The server as administrators start it, on an installation of its own. */
export interface MeasuredServer extends Program {
  /** Its data folder. */
  readonly folder: string;
  /** Headers of a request with the token of the organization. */
  readonly authorization: Record<string, string>;
  /** The Live of the installation, which `prepare` can know. */
  readonly firstLive: OperatorClient;
  /** Creates an empty Live, whose translation is the starter edition. */
  createLive(): Promise<OperatorClient>;
}

/** Starts the server on a seeded installation, which `prepare` may change before. */
export async function startMeasuredServer({
  settings = {},
  prepare,
}: {
  settings?: Record<string, string>;
  prepare?: (installation: Installation, organizationId: string) => Promise<void>;
} = {}): Promise<MeasuredServer> {
  const seeded = await seedOnSqlite();
  if (prepare) await changeInstallation(seeded, prepare);
  const env = { ...UNLIMITED_SETTINGS, ...seeded.env, ...settings };
  const program = await startProgram('../bin/start.mjs', { env });
  return {
    ...program,
    folder: seeded.dataDir,
    authorization: { Authorization: `Bearer ${seeded.token}` },
    firstLive: createOperatorClient(program.url, seeded),
    createLive: () => createServedLive(program.url, seeded),
  };
}

async function changeInstallation(
  { env, liveId }: SeededInstallation,
  change: (installation: Installation, organizationId: string) => Promise<void>,
): Promise<void> {
  const installation = await openInstallation(readConfig(env), (error) => {
    throw error;
  });
  const { record } = (await installation.lives.find(liveId))!;
  await change(installation, record.owner.id);
  await installation.close();
}

/** Fills the queue of a Live with 5,000 verses. */
export async function fillQueue(live: OperatorClient): Promise<void> {
  for (const passage of ['Psalms 1-150', 'Psalms 1-150', 'Genesis 1:1-3:22']) await live.push(passage);
}
