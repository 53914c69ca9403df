import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createOperatorClient, type OperatorClient } from '../support/requests/operator-client.ts';
import { FULL_RUN_ONLY } from '../support/run/extent.ts';
import { type ServerProcess, startServerProcess, statusOf } from '../support/server/process.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/cluster-demo.mjs', import.meta.url));
/** Marker in the environment of every process of the demo except PostgreSQL. */
const MARK = 'DEMO_MARK';
/** Far more than any step takes on a loaded machine. */
const WAIT_MAX_MS = 60_000;
const POLL_MS = 50;
const withCurl = {
  skip: spawnSync('curl', ['--version']).status === 0 ? false : 'the lines that a person is shown need curl',
};

interface Demo {
  readonly program: ServerProcess;
  readonly mark: string;
  /** Base URLs of the nodes. */
  readonly urls: readonly string[];
  /** Process ids of the nodes, then that of PostgreSQL. */
  readonly pids: readonly number[];
  readonly operators: readonly OperatorClient[];
}

async function startDemo(): Promise<Demo> {
  const mark = randomUUID();
  const program = await launch({ PORT: '0', [MARK]: mark });
  await until('the demo is up', () => program.output.stdout.includes('Ctrl-C stops') || !program.running);
  const { stdout } = program.output;
  const urls = [...stdout.matchAll(/^ {2}node \d +(\S+)/gm)].map(([, url]) => url!);
  const pids = [...stdout.matchAll(/^ {2}(?:node \d|PostgreSQL) .* process (\d+)$/gm)].map(([, pid]) => Number(pid));
  assert.deepEqual([urls.length, pids.length], [3, 4], stdout + program.output.stderr);
  const token = stdout.match(/svc_\w+/)?.[0] ?? assert.fail(stdout);
  const liveId = stdout.match(/\/l\/([\w-]+)/)?.[1] ?? assert.fail(stdout);
  const operators = urls.map((url) => createOperatorClient(url, { token, liveId }));
  return { program, mark, urls, pids, operators };
}

/** Starts the demo like a server, so that it ends with the test process at the latest. */
const launch = (env: Record<string, string>, ...args: readonly string[]): Promise<ServerProcess> =>
  startServerProcess({ env, args, wrapper: ['sh', '-c', 'node=$1; shift 2; exec "$node" "$0" "$@"', PROGRAM] });

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MAX_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `waited in vain until ${what}`);
    await sleep(POLL_MS);
  }
}

/** Returns the remaining processes of a demo: those that it printed, and, if /proc exists, those with its marker. */
function processesOf({ mark, pids }: Demo): number[] {
  const marked = process.platform === 'linux' ? readdirSync('/proc').filter((name) => hasMark(name, mark)) : [];
  return [...new Set([...pids.filter(isRunning), ...marked.map(Number)])];
}

function hasMark(pid: string, mark: string): boolean {
  if (!/^\d+$/.test(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${MARK}=${mark}`);
  } catch (error) {
    // The process has ended in the meantime, or belongs to another user.
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Returns what the display of a node shows, by a plain GET. */
async function shownOn(operator: OperatorClient): Promise<string[]> {
  const { status, body } = await operator.call('GET', '/display');
  assert.equal(status, 200, JSON.stringify(body));
  return body.verses.map(({ book_id, chapter, verse }: Record<string, number>) => `${book_id} ${chapter}:${verse}`);
}

/** Extracts lines of the demo's output, as a person would paste them into a shell. */
function paste({ program: { output } }: Demo, beginnings: readonly string[]) {
  const lines = output.stdout.split('\n');
  const find = (beginning: string) => lines.find((line) => line.trim().startsWith(beginning));
  const script = beginnings.map((beginning) => find(beginning) ?? assert.fail(output.stdout)).join('\n');
  const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pasted = { written: '', ended: once(shell, 'close') };
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    pasted.written += text;
  });
  return pasted;
}

describe('the cluster demo', () => {
  let demo: Demo;
  before(async () => {
    demo = await startDemo();
  });
  after(() => demo?.program.end('SIGKILL'));

  test('[D13], [D44] when a verse is pushed on one node, then the display of each node shows it at once, and its audience page works', async () => {
    const [first, ...others] = demo.operators;
    await first!.push('John 3:16-18');
    for (const operator of others) assert.deepEqual(await shownOn(operator), ['43 3:16', '43 3:17', '43 3:18']);
    for (const url of demo.urls) assert.equal(await statusOf(`${url}/l/${first!.liveId}`), 200);
  });

  test(
    '[Events 2] when the lines that the demo prints are run, then a poll on node 2 sees the push on node 1',
    withCurl,
    async () => {
      const poll = paste(demo, ['AUTH=', 'EVENT=', 'CURSOR=', 'curl -sS -H "$AUTH" -G']);
      await until('the first poll has a response', () => poll.written.includes('\n'));
      const push = paste(demo, ['AUTH=', 'ETAG=', 'curl -sS -H "$AUTH" -H "If-Match']);
      await Promise.all([poll.ended, push.ended]);

      const { affected, sequence } = JSON.parse(push.written);
      assert.equal(affected, 3);
      const [snapshot, change] = poll.written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.equal(snapshot.type, 'live.snapshot', poll.written);
      assert.deepEqual([change.type, change.sequence], ['live.changed', sequence], poll.written);
      assert.equal(change.data.queue.length, snapshot.data.queue.length + affected);
    },
  );

  test('when a node is killed with signal 9, then the demo names it, and the others keep running', async () => {
    process.kill(demo.pids[1]!, 'SIGKILL');
    await until('its end is reported', () =>
      /^node 2 has ended \(SIGKILL\)\. node 1 and node 3 keep running\.$/m.test(demo.program.output.stdout),
    );
    const [first, , third] = demo.operators;
    await third!.read();
    await third!.write('DELETE', '/stack');
    await third!.push('Psalm 117');
    assert.deepEqual(await shownOn(first!), ['19 117:1', '19 117:2']);
    assert.equal(await statusOf(`${demo.urls[1]}/readyz`), null);
  });

  test('when a second demo uses the same ports, then it ends with one clear line', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const second = await launch({ PORT: String(port) });
    assert.deepEqual(await second.ended, { code: 1, signal: null });
    assert.match(second.output.stderr, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken\\. .*PORT.*\\n$`));
    taken.close();
  });

  test('[D46] when it receives SIGTERM, then all processes stop gracefully, and nothing is left behind', async () => {
    assert.ok(processesOf(demo).length >= 4, 'the search finds what there is');
    assert.deepEqual(await demo.program.end('SIGTERM'), { code: 0, signal: null }, demo.program.output.stderr);
    assert.deepEqual(processesOf(demo), []);
    for (const url of demo.urls) assert.equal(await statusOf(`${url}/healthz`), null);
    assert.equal(demo.program.output.stdout.match(/svc_/g)?.length, 1, 'the token is shown once');
  });
});

test('when it runs with --help, then it prints its usage and starts nothing', async () => {
  const usage = /^Usage: npm run cluster-demo$/m;
  for (const argument of ['--help', '-h']) {
    const asked = await launch({ PORT: '0' }, argument);
    assert.deepEqual(await asked.ended, { code: 0, signal: null });
    assert.match(asked.output.stdout, usage);
    assert.doesNotMatch(asked.output.stdout, /Starting/);
  }
  const wrong = await launch({ PORT: '0' }, '--nodes=5');
  assert.deepEqual(await wrong.ended, { code: 2, signal: null });
  assert.equal(wrong.output.stdout, '');
  assert.match(wrong.output.stderr, /^Unknown argument "--nodes=5"\. Nothing was started\.$/m);
  assert.match(wrong.output.stderr, usage);
});

test('when the demo is killed with signal 9, then no process is left behind either', FULL_RUN_ONLY, async () => {
  const demo = await startDemo();
  await demo.program.end('SIGKILL');
  await until('all of it has ended', () => processesOf(demo).length === 0);
  for (const url of demo.urls) assert.equal(await statusOf(`${url}/healthz`), null);
});
