import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EAST_ASIAN_FONTS, eastAsianFont } from '../../src/pages/toolkit/east-asian-fonts.ts';
import { paint } from '../support/requests/presentation.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import {
  type SeededInstallation,
  type ServerProcess,
  seedOnPostgres,
  seedOnSqlite,
  startReadyServer,
} from '../support/server/process.ts';

const DESCRIPTORS = 120;
const IDLE_CONNECTIONS = 400;
/**
 * Long enough for every background task to run at least once. The longest interval is the probe of the PostgreSQL
 * listener, every five seconds.
 */
const BACKGROUND_MS = 7_000;
const RECOVERY_MAX_MS = 10_000;
const FONT = `${eastAsianFont(EAST_ASIAN_FONTS[0]!).prefix}noto-serif-sc-119-wght-normal.woff2`;

const onLinux = {
  skip: process.platform === 'linux' ? false : 'what a process has open is bounded in another way here',
};

interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** A client whose single connection was open before the descriptors ran out. */
class EarlyClient {
  readonly #server: ServerProcess;
  readonly #headers: Record<string, string>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(server: ServerProcess, token: string) {
    this.#server = server;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  async ask(path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Reply> {
    const asked = request(`${this.#server.url}${path}`, {
      agent: this.#agent,
      method: body ? 'POST' : 'GET',
      headers: { ...(path.startsWith('/v1/') && this.#headers), ...headers },
    });
    asked.end(body);
    const [response] = await once(asked, 'response');
    const chunks: Buffer[] = await response.toArray();
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** More connections than the server has descriptors for. The system closes those that do not fit. */
async function takeDescriptors({ port }: ServerProcess): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: IDLE_CONNECTIONS }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      return socket;
    }),
  );
}

for (const engine of PAGE_ENGINES) {
  for (const state of ['cold', 'warm'] as const) {
    describe(`[D3] no file descriptors left, ${state}, on ${engine}`, onLinux, () => {
      let installation: SeededInstallation;
      let server: ServerProcess;
      let client: EarlyClient;
      let organizationId: string;
      let picture: Buffer;
      let idle: Socket[] = [];

      const upload = () =>
        client.ask(`/v1/organizations/${organizationId}/images`, { 'content-type': 'image/png' }, picture);
      /** Requests that need no descriptor once the server runs. */
      const listServed = async (): Promise<[string, Record<string, string>?][]> => {
        const page = String((await client.ask(`/l/${installation.liveId}`)).body);
        const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
        assert.ok(assets.length > 1, page);
        return [
          ['/healthz'],
          ['/'],
          ['/docs'],
          [`/l/${installation.liveId}`],
          [`/v1/lives/${installation.liveId}`],
          ...assets.flatMap((path): [string, Record<string, string>?][] => [
            [path],
            [path, { 'accept-encoding': 'br' }],
            [path, { 'accept-encoding': 'gzip' }],
          ]),
        ];
      };
      /** Requests that may need one: the response, or 503. */
      const WANTING = ['/metrics', '/v1/references?q=John%203', '/sign-in', '/readyz', '/v1/books'];

      before(async () => {
        picture = await paint('png');
        installation = await (engine === 'sqlite' ? seedOnSqlite() : seedOnPostgres());
        server = await startReadyServer({
          // Started like `npm start`, so that the server checks whether npm has exited.
          env: { ...installation.env, npm_lifecycle_event: 'start', LECTERN_POSTGRES_CONNECTIONS: '5' },
          wrapper: ['sh', '-c', `ulimit -n ${DESCRIPTORS}; "$@"; exit $?`, 'sh'],
        });
        client = new EarlyClient(server, installation.token);
        const live = await client.ask(`/v1/lives/${installation.liveId}`);
        organizationId = JSON.parse(String(live.body)).organization_id;
        if (state === 'warm') {
          for (const [path, headers] of await listServed()) assert.equal((await client.ask(path, headers)).status, 200);
          for (const path of [...WANTING, FONT]) assert.equal((await client.ask(path)).status, 200, path);
          assert.equal((await upload()).status, 201);
        }
        idle = await takeDescriptors(server);
      });
      after(async () => {
        for (const socket of idle) socket.destroy();
        client?.close();
        await server?.end();
      });

      it('when nothing more can be opened, then requests served from memory succeed, and others get 503', async () => {
        for (const [path, headers] of await listServed()) {
          const { status, body } = await client.ask(path, headers);
          assert.equal(status, 200, `${path} ${JSON.stringify(headers)} ${String(body).slice(0, 300)}`);
        }
        const font = await client.ask(FONT);
        assert.deepEqual([font.status, JSON.parse(String(font.body)).code], [503, 'unavailable']);
        assert.match(String(font.headers['retry-after']), /^[1-9]\d*$/);
        assert.equal(font.headers['cache-control'], 'private, no-store');
        for (const path of WANTING) {
          const { status, body } = await client.ask(path);
          assert.ok(status === 200 || status === 503, `${path}: ${status} ${String(body).slice(0, 300)}`);
        }
        const { status, body } = await upload();
        assert.ok(status === 503 || (state === 'warm' && status === 201), `${status} ${body}`);
      });

      it('when there are no descriptors, then no background task ends the process, and all requests succeed once descriptors are free again', async () => {
        await sleep(BACKGROUND_MS);
        assert.ok(server.running, server.output.stderr);
        assert.equal((await client.ask('/healthz')).status, 200);
        for (const socket of idle) socket.destroy();
        const deadline = performance.now() + RECOVERY_MAX_MS;
        while ((await client.ask('/readyz')).status !== 200 || (await client.ask(FONT)).status !== 200) {
          assert.ok(performance.now() < deadline, server.output.stderr);
          await sleep(50);
        }
        for (const [path, headers] of await listServed()) assert.equal((await client.ask(path, headers)).status, 200);
        for (const path of WANTING) assert.equal((await client.ask(path)).status, 200, path);
        const uploaded = await upload();
        assert.equal(uploaded.status, 201, String(uploaded.body));
        const image = await client.ask(`/media/${JSON.parse(String(uploaded.body)).id}`);
        assert.equal(image.status, 200);
        assert.ok(server.running);
      });
    });
  }
}
