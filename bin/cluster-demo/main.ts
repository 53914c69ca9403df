import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../src/cli/command.ts';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { completeSeeding, listFirstLives, seedEmptyInstallation } from '../../src/first-start.ts';
import { openInstallation } from '../../src/installation.ts';
import { readSecrets } from '../../src/secrets.ts';
import { startPostgres } from '../../test/support/server/postgres.ts';
import { printGuide } from './guide.ts';
import { type ClusterNode, startNode } from './node-process.ts';
import { choosePorts } from './ports.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

const HOST = '127.0.0.1';
const NODES = 3;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Environment = Record<string, string | undefined>;

const HELP = `Usage: npm run cluster-demo

Starts ${NODES} nodes with a separate PostgreSQL on this machine, until Ctrl-C. All data is deleted at the end.

Options:
  -h, --help  Show this help

PORT is the port of the first node; the others use the following ports. With PORT=0 all use free ports.`;

/** Returns whether help was requested. Throws UsageError for any other argument. */
function readArguments(given: readonly string[]): { help: boolean } {
  const unknown = given.find((argument) => !['--help', '-h'].includes(argument));
  if (unknown !== undefined) throw new UsageError(`Unknown argument "${unknown}". Nothing was started.\n\n${HELP}`);
  return { help: given.length > 0 };
}

/**
 * Runs three nodes and a separate PostgreSQL on this machine. Nothing is kept, so experiments stay apart from data that
 * matter. However this process ends, the watchdogs end everything that it has started.
 */
async function main(): Promise<void> {
  if (readArguments(process.argv.slice(2)).help) return console.log(HELP);
  const ports = await choosePorts(HOST, readConfig({ PORT: process.env.PORT }).port, NODES);
  console.log('Starting PostgreSQL and three nodes …');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-cluster-demo-'));
  const watchdog = startWatchdog(folder);
  const postgres = await startPostgres({ durable: true });
  const env: Environment = {
    LECTERN_LOG_LEVEL: 'warn',
    ...process.env,
    HOST,
    LECTERN_PUBLIC_URL: undefined,
    LECTERN_DATABASE_URL: postgres.url,
    LECTERN_DATA_DIR: folder,
    LECTERN_SECRET_FILE: join(folder, 'secret.json'),
  };
  readSecrets(env.LECTERN_SECRET_FILE!, true);
  const { liveId, token } = await seed(env);
  const nodes = await startNodes(env, ports, watchdog);

  const stop = async (exitCode: number) => {
    await Promise.all(nodes.map((node) => node.stop()));
    await postgres.stop();
    await watchdog.release();
    console.log('Stopped. All data was deleted.');
    process.exitCode = exitCode;
  };
  let stopping = false;
  const stopOnce = (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    console.log('Stopping …');
    stop(exitCode).catch(fail);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => stopOnce(0));
  for (const node of nodes) {
    node.ended.then((ending) => {
      if (stopping) return;
      const left = nodes.filter(({ running }) => running).map(({ name }) => name);
      const others =
        left.length > 0 ? `${left.join(' and ')} ${left.length > 1 ? 'keep' : 'keeps'} running.` : 'No node is left.';
      console.log(`${node.name} has ended (${ending}). ${others}`);
      if (left.length === 0) stopOnce(1);
    });
  }
  printGuide({ nodes, postgres, liveId, token });
}

/**
 * Creates what a first start creates, before the nodes start: the starter edition, an organization with its Live, and a
 * token.
 */
async function seed(env: Environment): Promise<{ liveId: string; token: string }> {
  const installation = await openInstallation(readConfig(env), (error) => console.error(error.message));
  const organizationId = await seedEmptyInstallation(installation);
  const [live] = await listFirstLives(installation, 1);
  const token = await completeSeeding(installation, organizationId!, true);
  await installation.close();
  return { liveId: live!.id, token: token! };
}

async function startNodes(env: Environment, ports: readonly number[], watchdog: Watchdog): Promise<ClusterNode[]> {
  const nodes = ports.map((port, index) => {
    const name = `node ${index + 1}`;
    const dataDir = join(env.LECTERN_DATA_DIR!, `node-${index + 1}`);
    mkdirSync(dataDir);
    return startNode(
      name,
      `http://${HOST}:${port}`,
      { ...env, PORT: String(port), LECTERN_DATA_DIR: dataDir },
      watchdog,
    );
  });
  await Promise.all(nodes.map((node) => node.ready()));
  return nodes;
}

function fail(error: unknown): void {
  const isExpected = error instanceof ConfigError || error instanceof UsageError;
  console.error(isExpected ? error.message : error);
  process.exit(error instanceof UsageError ? 2 : 1);
}

main().catch(fail);
