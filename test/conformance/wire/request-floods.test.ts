import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PIPELINED_PER_CONNECTION_MAX } from '../../../src/contract/limits.ts';
import { createFixture, fillPath, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { createOperatorClient } from '../../support/requests/operator-client.ts';
import { sendBytes } from '../../support/requests/raw-bytes.ts';
import { PAGE_ENGINES, startTestLectern } from '../../support/server/lectern.ts';
import { type ServerProcess, seedOnPostgres, seedOnSqlite, startReadyServer } from '../../support/server/process.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const CONNECTIONS = 8;
const PIPELINED = 500;
const HEALTH_MAX_MS = 1_000;
/** Memory that a flood may add: its connections, and what waits on them. */
const GROWTH_MAX_BYTES = 160 * 1024 * 1024;
/** Time for what was sent to be read. */
const SETTLE_MS = 400;

/** Passages in the history, each the longest chapter: a page of 100 of them is as long as pages may be. */
const LONG_PASSAGES = 40;
const MANY_CONNECTIONS = 150;
const HEALTH_LOOKS = 10;

const bytesOf = (path: string, headers: readonly string[] = []): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

/** Clients that send and never read. */
async function flood(
  port: number,
  path: string,
  headers: readonly string[],
  connections = CONNECTIONS,
  pipelined = PIPELINED,
) {
  const sockets: Socket[] = [];
  for (let count = 0; count < connections; count++) {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    socket.write(bytesOf(path, headers).repeat(pipelined));
    sockets.push(socket);
  }
  return { end: () => sockets.forEach((socket) => void socket.destroy()) };
}

async function timeOf(url: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  assert.equal(response.status, 200);
  return performance.now() - begun;
}

const memoryOf = ({ pid }: ServerProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

/** The paths of all GETs, as the routes list them, with ids that are there. */
async function listGets(): Promise<{ path: string; rest: boolean }[]> {
  await using lectern = await startTestLectern();
  const routes: string[] = [];
  const above: string[] = [];
  for (const line of lectern.server.app.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')) {
    const [, indent, part, methods] = /^(.*)[└├]── (\S+) \(([^)]*)\)/.exec(line) ?? [];
    if (part === undefined) continue;
    const depth = indent!.length / 4;
    const path = (above.slice(0, depth).join('') + part).replace('//', '/');
    above.splice(depth, above.length, part);
    if (methods!.split(', ').includes('GET')) routes.push(path);
  }
  return routes.map((path) => ({ path, rest: path.startsWith('/v1/') }));
}

/** Ids that exist, by parameter name. Other parameters are filled with ids that do not exist. */
async function listResources(origin: string, known: { token: string; liveId: string }) {
  const operator = createOperatorClient(origin, known);
  for (let count = 0; count < LONG_PASSAGES; count++) await operator.push('Psalm 119', { replace: true });
  const { items } = await operator.readQueue();
  const { organization_id } = await operator.read();
  const parameters: Record<string, string> = {
    live_id: known.liveId,
    item_id: items[0]!.id,
    organization_id,
    slug: 'kjv',
    book_id: '19',
  };
  return (path: string) =>
    path
      .replaceAll(/:(\w+)/g, (_all, name) => parameters[name] ?? 'x')
      .replace('/docs*', '/docs/api/queue')
      .replace('*', 'x');
}

for (const engine of PAGE_ENGINES) {
  describe(`floods of requests from clients that do not read on ${engine}`, {
    skip: process.platform !== 'linux',
  }, () => {
    let server: ServerProcess;
    let token: string;
    let liveId: string;
    let fill: (path: string) => string;
    before(async () => {
      const installation = await (engine === 'sqlite' ? seedOnSqlite() : seedOnPostgres());
      ({ token, liveId } = installation);
      const budgets = Object.fromEntries(
        ['REQUESTS', 'PEER', 'PRINCIPAL', 'POLLS', 'AUDIENCE', 'PAGES', 'DOCUMENTS'].map((name) => [
          `LECTERN_BUDGET_${name}`,
          '100000000',
        ]),
      );
      server = await startReadyServer({ env: { ...installation.env, ...budgets, LECTERN_LOG_LEVEL: 'error' } });
      fill = await listResources(server.url, installation);
      await timeOf(`${server.url}/v1/openapi.json`);
    });
    after(() => server?.end('SIGKILL'));

    it('[D10] when clients flood any GET there is, then memory stays bounded, health responds within a second, and others are served', async (t) => {
      const all = await listGets();
      for (const path of ['/', '/metrics', '/v1/openapi.json', '/v1/lives/:live_id/history', '/docs*']) {
        assert.ok(
          all.some((get) => get.path === path),
          `${path} is not among ${all.map((get) => get.path).join(' ')}`,
        );
      }
      // What does not read the database is the same on both.
      const gets = engine === 'sqlite' ? all : all.filter(({ rest, path }) => rest && path !== '/v1/openapi.json');
      const before = memoryOf(server);
      const authorization = [`Authorization: Bearer ${token}`];
      for (const { path, rest } of gets) {
        const { end } = await flood(server.port, fill(path), rest ? authorization : []);
        await sleep(SETTLE_MS / 4);
        const health = await timeOf(`${server.url}/healthz`);
        assert.ok(health < HEALTH_MAX_MS, `${path}: ${health} ms`);
        const other = await fetch(`${server.url}/v1/books`, { headers: { authorization: `Bearer ${token}` } });
        await other.arrayBuffer();
        assert.equal(other.status, 200, path);
        const grown = memoryOf(server) - before;
        assert.ok(grown < GROWTH_MAX_BYTES, `${path}: ${Math.round(grown / 1024 / 1024)} MiB more`);
        end();
      }
      t.diagnostic(
        `${gets.length} routes, ${Math.round((memoryOf(server) - before) / 1024 / 1024)} MiB more at the end`,
      );
      assert.ok(server.running);
    });

    it('[D10] when pages of a full history are requested on many connections at once, then health responds within a second', async () => {
      const path = `/v1/lives/${liveId}/history?limit=100`;
      const { end } = await flood(server.port, path, [`Authorization: Bearer ${token}`], MANY_CONNECTIONS, 1);
      const times: number[] = [];
      for (let count = 0; count < HEALTH_LOOKS; count++) times.push(await timeOf(`${server.url}/healthz`));
      end();
      assert.ok(Math.max(...times) < HEALTH_MAX_MS, times.map(Math.round).join(' '));
      assert.ok(server.running);
    });
  });
}

for (const engine of PAGE_ENGINES) {
  describe(`several requests on one connection on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    before(async () => {
      await importFixtureEdition(lectern);
    });
    const statusesOf = (response: string) => [...response.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);

    it('when many requests are sent at once, then the responses are in their order', async () => {
      const paths = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? '/healthz' : '/v1/books'));
      const bytes = paths.map((path) => bytesOf(path)).join('') + bytesOf('/problems/none', ['Connection: close']);
      const statuses = statusesOf(await sendBytes(lectern.url, bytes));
      assert.deepEqual(statuses, [...paths.map((path) => (path === '/healthz' ? '200' : '401')), '404']);
    });

    it('when a read comes behind a write, then they are handled one after the other, and the read sees the write', async () => {
      const { client, example, etag } = await createFixture(lectern, 'organization');
      const path = fillPath('/v1/lives/{live_id}', example);
      const authorization = `Authorization: Bearer ${client.owner.token}`;
      const body = JSON.stringify({ name: 'Behind' });
      const write = [`PATCH ${path} HTTP/1.1`, 'Host: x', authorization, `If-Match: ${etag}`];
      const type = ['Content-Type: application/json', `Content-Length: ${body.length}`];
      const bytes = [...write, ...type, '', body].join('\r\n') + bytesOf(path, [authorization, 'Connection: close']);
      const response = await sendBytes(lectern.url, bytes);
      assert.deepEqual(statusesOf(response), ['200', '200']);
      assert.match(response.slice(response.lastIndexOf('HTTP/1.1')), /"name":"Behind"/);
    });

    it('[Errors] when garbage follows requests, then the requests get responses, and the garbage is 400', async () => {
      const good = bytesOf('/v1/books') + bytesOf('/readyz') + bytesOf('/healthz');
      const response = await sendBytes(lectern.url, `${good}garbage\r\n\r\n`);
      assert.deepEqual(statusesOf(response), ['401', '200', '200', '400']);
      assert.match(response, /"code":"malformed_request"/);
    });

    it('when more requests arrive than may wait, then the connection is closed, and others are served', async () => {
      const response = await sendBytes(
        lectern.url,
        bytesOf('/readyz').repeat(PIPELINED_PER_CONNECTION_MAX + 100),
      ).catch((error: NodeJS.ErrnoException) => error.code);
      assert.ok(response === 'ECONNRESET' || statusesOf(response!).length <= PIPELINED_PER_CONNECTION_MAX);
      assert.equal((await fetch(`${lectern.url}/readyz`)).status, 200);
    });
  });
}
