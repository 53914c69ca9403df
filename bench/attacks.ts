/**
 * Attacks a server with little memory and measures what others notice of it.
 *
 * Usage: `node bench/attacks.ts [--only documents,history,…] [--seconds 60] [--megabytes 512]`. Linux only.
 * Exit 1 when the server ends, or when /healthz takes longer than a second.
 */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createOperatorClient } from '../test/support/requests/operator-client.ts';
import {
  type SeededInstallation,
  type ServerProcess,
  seedOnSqlite,
  startReadyServer,
} from '../test/support/server/process.ts';
import { UNLIMITED_SETTINGS } from './lectern-server.ts';

interface Attack {
  readonly path: string;
  readonly connections: number;
  /** Requests that are sent at once on each connection, of which no answer is read. */
  readonly pipelined: number;
  /** The limit of descriptors of the server. */
  readonly descriptors?: number;
}

const HEALTH_MAX_MS = 1_000;
const HEALTH_EVERY_MS = 200;
/** A connection that was closed is opened again after so long. */
const AGAIN_MS = 20;
/** Passages that fill a history; each is the longest chapter of the Bible. */
const PUSHES = 100;

const { values } = parseArgs({
  options: { only: { type: 'string' }, seconds: { type: 'string' }, megabytes: { type: 'string' } },
});
const seconds = Number(values.seconds ?? 60);
const megabytes = Number(values.megabytes ?? 512);

const listAttacks = ({ liveId }: SeededInstallation): Record<string, Attack> => ({
  documents: { path: '/v1/openapi.json', connections: 16, pipelined: 1_000 },
  metrics: { path: '/metrics', connections: 16, pipelined: 1_000 },
  history: { path: `/v1/lives/${liveId}/history?limit=100`, connections: 3, pipelined: 300 },
  'history-wide': { path: `/v1/lives/${liveId}/history?limit=100`, connections: 200, pipelined: 1 },
  events: { path: `/v1/lives/${liveId}/events`, connections: 200, pipelined: 10 },
  descriptors: { path: '/healthz', connections: 400, pipelined: 0, descriptors: 120 },
});

/**
 * A control group that bounds the memory of what joins it, the page cache of its files included; null where none can be
 * made.
 */
function boundMemory(name: string): { folder: string; joins: string } | null {
  const old = existsSync('/sys/fs/cgroup/memory/cgroup.procs');
  const folder = `/sys/fs/cgroup/${old ? 'memory/' : ''}lectern-${name}-${process.pid}`;
  const limit = old ? 'memory.limit_in_bytes' : 'memory.max';
  try {
    mkdirSync(folder);
    writeFileSync(`${folder}/${limit}`, String(megabytes * 1024 * 1024));
    return { folder, joins: `echo $$ > ${folder}/cgroup.procs; ` };
  } catch {
    return null;
  }
}

async function run(name: string, installation: SeededInstallation, attack: Attack) {
  const group = boundMemory(name);
  const limits = attack.descriptors ? `ulimit -n ${attack.descriptors}; ` : '';
  const server = await startReadyServer({
    env: {
      ...installation.env,
      ...UNLIMITED_SETTINGS,
      LECTERN_BUDGET_DOCUMENTS: '1000000000',
      LECTERN_LOG_LEVEL: 'error',
    },
    wrapper: ['sh', '-c', `${group?.joins ?? ''}${limits}exec "$@"`, 'sh'],
  });
  const health = new Client(server, '/healthz', {});
  const authorization = { authorization: `Bearer ${installation.token}` };
  const other = new Client(server, `/v1/lives/${installation.liveId}`, authorization);
  try {
    await Promise.all([health.ask(), other.ask()]);
    const idle = memoryOf(server, 'VmRSS');
    const stop = new AbortController();
    const attackers = Array.from({ length: attack.connections }, () =>
      flood(server, attack, authorization, stop.signal),
    );
    await Promise.all([health.askUntil(seconds, HEALTH_EVERY_MS), other.askUntil(seconds, 0)]);
    const alive = server.running;
    const peak = alive ? memoryOf(server, 'VmHWM') : Number.NaN;
    stop.abort();
    await Promise.all(attackers);
    const after = alive ? await health.ask().catch(() => 0) : 0;
    const bound = group ? `control group of ${megabytes} MB` : 'memory not bounded';
    return {
      attack: name,
      bound,
      idle,
      peak,
      slowest: Math.round(health.slowest),
      served: other.served,
      failed: other.failed,
      alive: alive && after === 200,
    };
  } finally {
    health.close();
    other.close();
    await server.end('SIGKILL');
    if (group) rmdirSync(group.folder);
  }
}

/** Sends, reads nothing, and begins again when it is closed. */
async function flood({ port }: ServerProcess, { path, pipelined }: Attack, headers: object, signal: AbortSignal) {
  const lines = Object.entries({ host: 'x', ...headers }).map((each) => each.join(': '));
  const bytes = [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n').repeat(pipelined);
  while (!signal.aborted) {
    const socket: Socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => socket.destroy());
    const end = () => socket.destroy();
    signal.addEventListener('abort', end);
    socket.once('connect', () => socket.write(bytes));
    await once(socket, 'close');
    signal.removeEventListener('abort', end);
    await sleep(AGAIN_MS);
  }
}

/** Another client, on a connection opened before the attack. */
class Client {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  served = 0;
  failed = 0;
  slowest = 0;

  constructor({ url }: ServerProcess, path: string, headers: Record<string, string>) {
    this.#url = url + path;
    this.#headers = headers;
  }

  async ask(): Promise<number> {
    const [answer] = await once(get(this.#url, { agent: this.#agent, headers: this.#headers }), 'response');
    await answer.toArray();
    return answer.statusCode;
  }

  async askUntil(lastSeconds: number, pauseMs: number): Promise<void> {
    const endMs = performance.now() + lastSeconds * 1000;
    while (performance.now() < endMs) {
      const begunMs = performance.now();
      const status = await this.ask().catch(() => 0);
      this.slowest = Math.max(this.slowest, performance.now() - begunMs);
      if (status === 200) this.served++;
      else this.failed++;
      await sleep(status === 0 ? AGAIN_MS : pauseMs);
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** In megabytes. */
const memoryOf = ({ pid }: ServerProcess, field: 'VmRSS' | 'VmHWM'): number =>
  Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);

/** An installation whose Live has shown long passages, as many as its history keeps, and shows the last of them. */
async function furnish(): Promise<SeededInstallation> {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({
    env: { ...installation.env, ...UNLIMITED_SETTINGS, LECTERN_LOG_LEVEL: 'error' },
  });
  const operator = createOperatorClient(server.url, installation);
  for (let count = 0; count < PUSHES; count++) await operator.push('Psalm 119', { replace: true });
  for (let count = 0; count < 20; count++) await operator.push('Psalm 119');
  await server.end();
  return installation;
}

const installation = await furnish();
const attacks = Object.entries(listAttacks(installation)).filter(
  ([name]) => values.only === undefined || values.only.split(',').includes(name),
);
for (const [name, attack] of attacks) {
  const result = await run(name, installation, attack);
  console.log(JSON.stringify(result));
  if (!result.alive || result.slowest > HEALTH_MAX_MS) process.exitCode = 1;
}
