import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sendRequest } from '../support/requests/api.ts';
import type { BrowserAgent } from '../support/requests/browser-agent.ts';
import {
  exchangeCode,
  obtainCode,
  openAuthorizationBrowser,
  refresh,
  registerClient,
  requireOauthError,
  requireTokens,
  revoke,
  type TestClient,
  type UnspentCode,
} from '../support/requests/oauth-flow.ts';
import { createTestUser, type TestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST = ['live.list', 'live.create', 'offline_access'];
const SCOPES = [undefined, FIRST, ['live.list', 'offline_access'], ['live.create', 'offline_access'], ['live.list']];

/** One grant as the documents have it: [States], [D39]–[D41]. Times are those of the server's clock, ms. */
interface Model {
  readonly code: { endsMs: number; used: boolean };
  grant: { scopes: readonly string[]; endsMs: number; over: boolean } | null;
  readonly access: { secret: string; scopes: readonly string[]; endsMs: number; over: boolean }[];
  readonly refresh: { secret: string; used: boolean }[];
}

const index = fc.nat(5);
const step = fc.oneof(
  fc.record({ kind: fc.constant('exchange' as const), how: fc.constantFrom('right', 'right', 'verifier', 'client') }),
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refresh' as const),
      scopes: fc.constantFrom(...SCOPES),
      foreign: fc.constantFrom(false, false, false, true),
      // Mostly the latest: others end the grant.
      age: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
    }),
  },
  fc.record({ kind: fc.constant('revoke access' as const), index, foreign: fc.boolean() }),
  fc.record({ kind: fc.constant('revoke refresh' as const), index, foreign: fc.constantFrom(true, true, false) }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(59_000, HOUR_MS - 1000, HOUR_MS + 1000, DAY_MS, 12 * DAY_MS),
  }),
  fc.record({ kind: fc.constant('sweep' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

for (const engine of PAGE_ENGINES) {
  describe(`the life of a grant on ${engine}, held against a model`, () => {
    let other: TestClient;
    let nowMs = Date.now();
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_BUDGET_PAGES: '1000000', LECTERN_LIVES_PER_OWNER: '100000' },
      clock: () => nowMs,
    });
    before(async () => {
      other = await registerClient(lectern);
    });

    /** Shows what the bearer of a token may do: lists Lives and creates one. */
    const probe = async (person: TestUser, secret: string) => {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
      const [listed, made] = [
        await sendRequest(lectern.url, 'GET', person.owner.livesPath, undefined, headers),
        await sendRequest(lectern.url, 'POST', person.owner.livesPath, '{}', headers),
      ];
      return [listed.status, made.status];
    };

    const check = async (model: Model, person: TestUser) => {
      const { grant } = model;
      const alive = grant !== null && !grant.over && nowMs < grant.endsMs;
      for (const { secret, scopes, endsMs, over } of model.access) {
        const works = alive && !over && nowMs < endsMs;
        const may = (scope: string) => scopes.includes(scope) && grant!.scopes.includes(scope);
        const expected = works ? [may('live.list') ? 200 : 403, may('live.create') ? 201 : 403] : [401, 401];
        assert.deepEqual(await probe(person, secret), expected);
      }
      const { body } = await person.get('/v1/me/oauth-grants');
      assert.equal(body.data.length, alive ? 1 : 0, JSON.stringify(body.data));
      if (alive) {
        assert.deepEqual(body.data[0].scopes.toSorted(), grant.scopes.toSorted());
        assert.equal(Date.parse(body.data[0].expires_at), grant.endsMs);
      }
    };

    const issued = (model: Model, response: Awaited<ReturnType<typeof refresh>>, scopes: readonly string[]) => {
      const tokens = requireTokens(response);
      const { grant } = model;
      assert.ok(grant);
      assert.deepEqual(tokens.scope.split(' ').toSorted(), scopes.toSorted());
      const endsMs = Math.min(nowMs + HOUR_MS, grant.endsMs);
      assert.ok(Math.abs(tokens.expiresIn * 1000 - (endsMs - nowMs)) < 1000, String(tokens.expiresIn));
      model.access.push({ secret: tokens.access, scopes, endsMs, over: false });
      if (tokens.refresh) model.refresh.push({ secret: tokens.refresh, used: false });
    };

    const take = async (model: Model, code: UnspentCode, each: Step) => {
      const { client } = code;
      const { grant } = model;
      const alive = grant !== null && !grant.over && nowMs < grant.endsMs;
      switch (each.kind) {
        case 'wait':
          nowMs += each.ms;
          return;
        case 'sweep':
          await lectern.installation.storage.oauth.deleteExpired(new Date(nowMs).toISOString(), 1000);
          return;
        case 'exchange': {
          const changes = { verifier: { code_verifier: 'a'.repeat(43) }, client: { client_id: other.id }, right: {} };
          const response = await exchangeCode(lectern, code, changes[each.how as keyof typeof changes]);
          const fits = each.how === 'right' && !model.code.used && nowMs < model.code.endsMs;
          if (!fits) {
            if (model.code.used && grant) grant.over = true;
            return requireOauthError(response, 'invalid_grant');
          }
          model.code.used = true;
          model.grant = { scopes: FIRST, endsMs: nowMs + 30 * DAY_MS, over: false };
          return issued(model, response, FIRST);
        }
        case 'refresh': {
          const token = model.refresh.at(-1 - each.age);
          if (!token) return;
          const scope = each.scopes?.join(' ') ?? null;
          const response = await refresh(lectern, each.foreign ? other : client, token.secret, { scope });
          if (token.used || !alive || each.foreign) {
            if (token.used) grant!.over = true;
            return requireOauthError(response, 'invalid_grant');
          }
          const scopes = each.scopes ?? grant.scopes;
          if (scopes.some((name) => !grant.scopes.includes(name))) return requireOauthError(response, 'invalid_scope');
          token.used = true;
          grant.scopes = scopes;
          if (!scopes.includes('offline_access')) grant.endsMs = Math.min(nowMs + HOUR_MS, grant.endsMs);
          return issued(model, response, scopes);
        }
        case 'revoke access':
        case 'revoke refresh': {
          const kept = each.kind === 'revoke access' ? model.access : model.refresh;
          if (kept.length === 0) return;
          const token = kept[each.index % kept.length]!;
          assert.equal((await revoke(lectern, each.foreign ? other : client, token.secret)).status, 200);
          if (each.foreign) return;
          if ('over' in token) token.over = true;
          else grant!.over = true;
          return;
        }
      }
    };

    it('[States], [D39]–[D41] when steps follow one another, then every response, and what every token may do, is what the documents say', async () => {
      const property = fc.asyncProperty(fc.array(step, { maxLength: 20, size: 'max' }), async (steps) => {
        const person = await createTestUser(lectern);
        const browser: BrowserAgent = await openAuthorizationBrowser(lectern, person);
        const code = await obtainCode(browser, await registerClient(lectern), FIRST.join(' '));
        const model: Model = { code: { endsMs: nowMs + 60_000, used: false }, grant: null, access: [], refresh: [] };
        const all: Step[] = [{ kind: 'exchange', how: 'right' }, ...steps];
        // Half of the runs meet an unspent code first.
        for (const each of steps.length % 2 === 0 ? all : steps) {
          await take(model, code, each);
          await check(model, person);
        }
      });
      await fc.assert(property, { numRuns: Number(process.env.LECTERN_OAUTH_RUNS ?? 15), endOnFailure: false });
    });
  });
}
