import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ApiResponse, assertProblem, type RequestHeaders, sendRequest } from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type Fixture,
  importFixtureEdition,
  operationTitle,
  seedFixture,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { TEST_ACTOR } from '../../support/requests/live-state.ts';
import {
  createTestOrganization,
  PAGE_ENGINES,
  startTestLectern,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { startPostgres } from '../../support/server/postgres.ts';
import { useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

/** The `RateLimit-Policy` and `RateLimit` of the IETF draft: structured lists of named budgets. */
const POLICY = /^"\w+";q=\d+;w=\d+(, "\w+";q=\d+;w=\d+)*$/;
const REMAINDER = /^"\w+";r=\d+;t=\d+(, "\w+";r=\d+;t=\d+)*$/;
const LIMIT = 5;

/** Again from the start where a minute has begun in between: budgets count whole ones. */
async function inOneMinute<Result>(work: () => Promise<Result>): Promise<Result> {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (;;) {
    const began = minute();
    const result = await work();
    if (minute() === began) return result;
  }
}

const bearer = ({ token }: TestOwner): RequestHeaders => ({ authorization: `Bearer ${token}` });

for (const engine of PAGE_ENGINES) {
  describe(`[D10] admission budgets on ${engine}`, () => {
    const started: TestLectern[] = [];
    /** A server with these limits; requests of the test alone are counted. */
    const start = async (settings: Record<string, string>) => {
      const lectern = await startTestLectern(engine, settings);
      started.push(lectern);
      return lectern;
    };
    after(async () => {
      for (const lectern of started) await lectern.close();
    });

    /**
     * Asks until the budget is exhausted. Budgets count whole minutes: where a new one begins in between, more than
     * LIMIT requests pass, but never more than LIMIT each minute.
     */
    const exhaust = async (ask: () => Promise<ApiResponse>): Promise<ApiResponse> => {
      for (let passed = 0; passed <= 2 * LIMIT; passed++) {
        const response = await ask();
        if (response.status !== 429) continue;
        assert.ok(passed >= LIMIT, `refused after ${passed} of ${LIMIT}`);
        return response;
      }
      return assert.fail(`${2 * LIMIT + 1} requests passed, and ${LIMIT} a minute are allowed`);
    };

    const requireRefusal = (response: ApiResponse) => {
      assertProblem(response, 429, 'rate_limited');
      assert.match(response.headers.get('retry-after')!, /^[1-9]\d*$/);
      assert.ok(Number(response.headers.get('retry-after')) <= 60);
      assert.match(response.headers.get('ratelimit-policy')!, POLICY);
      assert.match(response.headers.get('ratelimit')!, REMAINDER);
      assert.match(response.headers.get('ratelimit')!, /;r=0;/);
      assert.equal(response.headers.get('x-request-id'), response.body.request_id);
    };

    it('when the whole node has too many requests, then strangers and owners alike get 429 with Retry-After, before routing', async () => {
      const lectern = await start({ LECTERN_BUDGET_REQUESTS: String(LIMIT) });
      const owner = await createTestOrganization(lectern);
      requireRefusal(await exhaust(() => sendRequest(lectern.url, 'GET', '/v1/books', undefined, bearer(owner))));
      requireRefusal(await sendRequest(lectern.url, 'GET', owner.livesPath, undefined, bearer(owner)));
      for (const [method, path] of [
        ['GET', '/v1/nowhere'],
        ['PUT', '/v1/books'],
        ['GET', '/v1/books'],
      ] as const) {
        requireRefusal(await sendRequest(lectern.url, method, path));
      }
    });

    it('when one peer address has too many requests, then the response is 429 before authentication', async () => {
      const lectern = await start({ LECTERN_BUDGET_PEER: String(LIMIT) });
      const owner = await createTestOrganization(lectern);
      requireRefusal(await exhaust(() => sendRequest(lectern.url, 'GET', '/v1/books')));
      requireRefusal(await sendRequest(lectern.url, 'GET', '/v1/books', undefined, bearer(owner)));
    });

    it('when one peer address has too many requests, then what the router itself refuses counts, too', async () => {
      for (const [method, path] of [
        ['GET', '/v1/%zz'],
        ['GET', `/v1/lives/${'x'.repeat(300)}`],
        ['GET', '/v1/nowhere'],
        ['PUT', '/v1/books'],
      ] as const) {
        const lectern = await start({ LECTERN_BUDGET_PEER: String(LIMIT) });
        requireRefusal(await exhaust(() => sendRequest(lectern.url, method, path)));
      }
    });

    it('when one principal has too many requests, then only it gets 429, before the checks of kind and scope, after authentication', async () => {
      const lectern = await start({ LECTERN_BUDGET_PRINCIPAL: String(LIMIT) });
      const [owner, other] = [
        await createTestOrganization(lectern, ['live.list']),
        await createTestOrganization(lectern),
      ];
      const ask = (path: string, headers: RequestHeaders) => sendRequest(lectern.url, 'GET', path, undefined, headers);
      requireRefusal(await exhaust(() => ask(owner.livesPath, bearer(owner))));
      requireRefusal(await ask('/v1/books', bearer(owner)));
      requireRefusal(await ask(`/v1/accounts/${owner.id}/lives`, bearer(owner)));
      assertProblem(await ask('/v1/nowhere', bearer(owner)), 404, 'not_found');
      assert.equal((await ask(other.livesPath, bearer(other))).status, 200);
      assertProblem(await ask(owner.livesPath, { authorization: `Bearer ${owner.token}x` }), 401, 'invalid_token');
    });

    it('when a write is refused, then it changes nothing', async () => {
      const lectern = await start({ LECTERN_BUDGET_PRINCIPAL: String(LIMIT) });
      const owner = await createTestOrganization(lectern);
      const create = () =>
        sendRequest(lectern.url, 'POST', owner.livesPath, '{}', {
          ...bearer(owner),
          'content-type': 'application/json',
        });
      let created = 0;
      await exhaust(async () => {
        const response = await create();
        if (response.status === 201) created++;
        return response;
      });
      const owned = { kind: owner.kind, id: owner.id };
      const lives = await lectern.installation.lives.list(owned, { limit: 100, after: null });
      assert.equal(lives.length, created);
    });

    it('when anyone sends X-Forwarded-For, then it is not believed', async () => {
      const lectern = await start({ LECTERN_BUDGET_PEER: String(LIMIT) });
      let serial = 0;
      const ask = () =>
        sendRequest(lectern.url, 'GET', '/v1/books', undefined, { 'x-forwarded-for': `203.0.113.${++serial}` });
      requireRefusal(await exhaust(ask));
    });

    it('when a trusted proxy sends X-Forwarded-For, then it counts, as far as trusted proxies wrote it', async () => {
      const lectern = await start({
        LECTERN_BUDGET_PEER: String(LIMIT),
        LECTERN_TRUSTED_PROXIES: '127.0.0.1, ::1, 192.0.2.0/24',
      });
      const ask = (forwarded: string) =>
        sendRequest(lectern.url, 'GET', '/v1/books', undefined, { 'x-forwarded-for': forwarded });
      for (let peer = 1; peer <= 3 * LIMIT; peer++) assert.equal((await ask(`203.0.113.${peer}`)).status, 401);
      requireRefusal(await exhaust(() => ask('198.51.100.1')));
      // The client's own words, to the left of what the nearest untrusted address is, do not change who it is.
      let serial = 0;
      requireRefusal(await exhaust(() => ask(`203.0.113.${++serial}, 198.51.100.2`)));
      requireRefusal(await exhaust(() => ask(`203.0.113.${++serial}, 198.51.100.3, 192.0.2.${serial}`)));
      assert.equal((await ask('198.51.100.4')).status, 401);
    });

    const createLive = async (lectern: TestLectern, { id }: TestOwner) =>
      (await lectern.installation.lives.create({ kind: 'organization', id }, 'Chapel', TEST_ACTOR)).record.id;
    const poll = ({ url }: TestLectern, liveId: string, owner: TestOwner, query = '') =>
      sendRequest(url, 'GET', `/v1/lives/${liveId}/events${query}`, undefined, bearer(owner));

    it('[Events 8] when a principal has too many new polls, then its polls alone get 429, and those of others do not', async () => {
      const lectern = await start({ LECTERN_BUDGET_POLLS: String(LIMIT) });
      const [owner, other] = [await createTestOrganization(lectern), await createTestOrganization(lectern)];
      const [own, foreign] = [await createLive(lectern, owner), await createLive(lectern, other)];
      const refused = await exhaust(() => poll(lectern, own, owner));
      requireRefusal(refused);
      assert.match(refused.headers.get('ratelimit')!, /^"polls";/);
      requireRefusal(await poll(lectern, foreign, owner));
      const read = await sendRequest(lectern.url, 'GET', `/v1/lives/${own}`, undefined, bearer(owner));
      assert.equal(read.status, 200);
      assert.match(read.headers.get('ratelimit')!, /^"principal";/);
      const admitted = await poll(lectern, foreign, other);
      assert.equal(admitted.status, 200);
      assert.match(admitted.headers.get('ratelimit')!, new RegExp(`^"polls";r=${LIMIT - 1};`));
    });

    it('[Events 8] when a new poll starts, then it counts as a request of its peer and of its principal, too', async () => {
      for (const budget of ['PRINCIPAL', 'PEER', 'REQUESTS']) {
        const lectern = await start({ [`LECTERN_BUDGET_${budget}`]: String(LIMIT) });
        const owner = await createTestOrganization(lectern);
        const live = await createLive(lectern, owner);
        const refused = await exhaust(() => poll(lectern, live, owner));
        requireRefusal(refused);
        assert.ok(refused.headers.get('ratelimit')!.startsWith(`"${budget.toLowerCase()}";`));
        requireRefusal(await sendRequest(lectern.url, 'GET', '/v1/books', undefined, bearer(owner)));
      }
    });

    it('when the audience sends requests, then they have a budget of their own', async () => {
      const lectern = await start({ LECTERN_BUDGET_PEER: String(LIMIT), LECTERN_BUDGET_REQUESTS: String(4 * LIMIT) });
      const owner = await createTestOrganization(lectern);
      const live = await lectern.installation.lives.create(
        { kind: 'organization', id: owner.id },
        'Chapel',
        TEST_ACTOR,
      );
      requireRefusal(await exhaust(() => sendRequest(lectern.url, 'GET', '/v1/books')));
      for (let phone = 0; phone < 5 * LIMIT; phone++) {
        assert.equal((await sendRequest(lectern.url, 'GET', `/l/${live.record.id}`)).status, 200);
      }
    });
  });

  describe(`[D10] the headers of the budgets on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_LIVES_PER_OWNER: '1000', LECTERN_TOKENS_PER_USER: '1000' },
    });
    let organization: Fixture;
    let account: Fixture;

    before(async () => {
      await importFixtureEdition(lectern);
      organization = await createFixture(lectern, 'organization');
      account = await createFixture(lectern, 'account');
    });

    const requireHeaders = ({ headers }: ApiResponse, what: string) => {
      assert.match(headers.get('ratelimit-policy') ?? '', POLICY, what);
      assert.match(headers.get('ratelimit') ?? '', REMAINDER, what);
    };

    it('when an operation responds, then they are on its response, for every operation', async () => {
      for (const operation of DOCUMENTED_OPERATIONS) {
        const { client } = operation.kinds.includes('organization') ? organization : account;
        const { example, etag } = await seedFixture(client, operation);
        const { path, options } = toExampleRequest(operation, example, etag);
        const response = await client.request(operation.method, path, options);
        assert.equal(response.status, operation.success);
        requireHeaders(response, operationTitle(operation));
      }
    });

    it('when the response is an error or 304, then they are on it', async () => {
      const { client, example, etag } = organization;
      const path = `/v1/lives/${example.live_id}`;
      const responses = [
        await client.get(path, { headers: { 'if-none-match': etag } }),
        await client.patch(path, undefined, { ifMatch: etag, bytes: '{' }),
        await client.get(path, { token: null }),
        await client.get(account.client.owner.livesPath),
        await client.get('/v1/lives/none'),
        await client.get('/v1/nowhere'),
        await client.put(path),
        await client.post(`${path}/stack`, { reference: { book_id: 43 } }, { ifMatch: etag }),
        await client.patch(path, { name: 'x' }, { ifMatch: '"other"' }),
        await client.patch(path, { name: 'x'.repeat(70_000) }),
        await client.patch(path, undefined, { bytes: 'x', headers: { 'content-type': 'text/plain' } }),
        await client.patch(path, {}),
        await client.patch(path, { name: 'x' }),
      ];
      const statuses = responses.map(({ status }) => status);
      assert.deepEqual(statuses, [304, 400, 401, 403, 404, 404, 405, 409, 412, 413, 415, 422, 428]);
      for (const response of responses) requireHeaders(response, `${response.status}`);
    });

    it('when the budgets are the defaults, then they name those of a minute', async () => {
      const { headers } = await organization.client.get('/v1/books');
      for (const quota of [240_000, 24_000, 12_000, 6_000]) {
        assert.match(headers.get('ratelimit-policy')!, new RegExp(`;q=${quota};w=60\\b`));
      }
    });

    it('when requests follow one another, then they count down', async () => {
      const remaining = async () => {
        const { headers } = await organization.client.get('/v1/books');
        const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit')!)!;
        return { left: Number(left), seconds: Number(seconds) };
      };
      const [first, second] = [await remaining(), await remaining()];
      if (second.seconds <= first.seconds) assert.equal(second.left, first.left - 1);
      else assert.ok(second.left >= first.left, 'a new minute has begun');
    });
  });
}

describe('[D10] admission budgets of three nodes on one database', () => {
  const LIMITS = { PEER: 20, PRINCIPAL: 25, POLLS: 7, AUDIENCE: 9 };
  const limits = Object.entries(LIMITS).map(([name, limit]) => [`LECTERN_BUDGET_${name}`, String(limit)]);
  const cluster = useNodes(3, { ...Object.fromEntries(limits), LECTERN_TRUSTED_PROXIES: '127.0.0.1' });

  let serial = 0;
  /** An unused address. */
  const newPeer = () => ({ 'x-forwarded-for': `2001:db8:0:${(++serial).toString(16)}::1` });

  type Ask = (lectern: TestLectern) => Promise<ApiResponse>;
  const SENDERS: Record<string, (ask: Ask, nodes: readonly TestLectern[]) => Promise<ApiResponse[]>> = {
    'one by one': async (ask, nodes) => {
      const responses: ApiResponse[] = [];
      for (const node of nodes) responses.push(await ask(node));
      return responses;
    },
    'at once': (ask, nodes) => Promise.all(nodes.map(ask)),
  };

  /** `makeAsk` makes a sender that is new. Whether it asks the nodes in turn or all at once, exactly `limit` pass. */
  const requireExact = async (limit: number, makeAsk: () => Ask | Promise<Ask>) => {
    const nodes = Array.from({ length: 3 * limit }, (_, request) => cluster.nodes[request % 3]!);
    for (const [way, send] of Object.entries(SENDERS)) {
      const responses = await inOneMinute(async () => send(await makeAsk(), nodes));
      const refused = responses.filter(({ status }) => status === 429);
      assert.equal(responses.length - refused.length, limit, way);
      if (way === 'one by one') assert.deepEqual(refused, responses.slice(limit), 'no request is refused before');
      for (const response of refused) {
        assertProblem(response, 429, 'rate_limited');
        assert.match(response.headers.get('retry-after')!, /^([1-9]|[1-5]\d|60)$/);
      }
    }
  };

  it('one peer address', async () => {
    await requireExact(LIMITS.PEER, () => {
      const peer = newPeer();
      return ({ url }) => sendRequest(url, 'GET', '/v1/books', undefined, peer);
    });
  });

  it('one peer address, with methods that no operation has', async () => {
    await requireExact(LIMITS.PEER, () => {
      const peer = newPeer();
      return ({ url }) => sendRequest(url, 'PUT', '/v1/books', undefined, peer);
    });
  });

  it('one principal', async () => {
    await requireExact(LIMITS.PRINCIPAL, async () => {
      const owner = await createTestOrganization(cluster.nodes[0]!);
      return ({ url }) => sendRequest(url, 'GET', '/v1/books', undefined, { ...bearer(owner), ...newPeer() });
    });
  });

  it('[Events 8] new polls of one principal', async () => {
    await requireExact(LIMITS.POLLS, async () => {
      const owner = await createTestOrganization(cluster.nodes[0]!);
      const { record } = await cluster.nodes[0]!.installation.lives.create(
        { kind: owner.kind, id: owner.id },
        'Chapel',
        TEST_ACTOR,
      );
      const path = `/v1/lives/${record.id}/events`;
      return ({ url }) => sendRequest(url, 'GET', path, undefined, { ...bearer(owner), ...newPeer() });
    });
  });

  it('one address of the audience', async () => {
    const owner = await createTestOrganization(cluster.nodes[0]!);
    const live = await cluster.nodes[0]!.installation.lives.create(
      { kind: 'organization', id: owner.id },
      'Chapel',
      TEST_ACTOR,
    );
    await requireExact(LIMITS.AUDIENCE, () => {
      const peer = newPeer();
      return ({ url }) => sendRequest(url, 'GET', `/l/${live.record.id}`, undefined, peer);
    });
  });
});

describe('[D10] admission budgets while PostgreSQL does not respond', () => {
  /** Requests that the database has counted for the only peer. */
  const readUsed = async (url: string): Promise<number> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('SELECT name, used FROM budgets');
    await client.end();
    if (rows.length === 0) return 0;
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['peer'],
    );
    return Number(rows[0].used);
  };

  it('when the database does not respond, then they are counted by the node alone, and by all nodes again when it is back', async () => {
    const postgres = await startPostgres();
    const settings = { LECTERN_DATABASE_URL: postgres.url, LECTERN_BUDGET_PEER: String(LIMIT) };
    const lectern = await startTestLectern('postgres', settings);
    try {
      const ask = () => sendRequest(lectern.url, 'GET', '/v1/nowhere');
      const countPassed = async () => {
        let passed = 0;
        while ((await ask()).status === 404) passed++;
        return passed;
      };
      assertProblem(await ask(), 404, 'not_found');
      await postgres.kill();
      const alone = await countPassed();
      // A minute that begins in between lets as many pass again.
      assert.ok(alone >= LIMIT && alone <= 2 * LIMIT, `${alone} of ${LIMIT}`);
      assertProblem(await ask(), 429, 'rate_limited');
      await postgres.startAgain();
      // The counts in the database have restarted, so requests pass again. A request whose response from the database
      // was lost is counted too.
      let together = 0;
      while ((await readUsed(postgres.url)) < LIMIT) {
        if ((await ask()).status === 404) together++;
        else await sleep(100);
      }
      // Up to two minutes of the node, and two of the database.
      assert.ok(together >= 1 && together <= 3 * LIMIT, `${together} of ${LIMIT}`);
      assert.ok((await countPassed()) <= LIMIT);
      assertProblem(await ask(), 429, 'rate_limited');
    } finally {
      await lectern.close();
      await postgres.stop();
    }
  });
});
