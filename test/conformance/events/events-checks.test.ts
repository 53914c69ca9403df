import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { type ApiResponse, api, assertProblem } from '../../support/requests/api.ts';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { type PollOptions, poll, readSnapshot, requireEvent } from '../../support/requests/poll.ts';
import { fillWatches } from '../../support/requests/watches.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  startTestLectern,
  type TestLectern,
} from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const LIMIT = 5;

/** A poll that is spoilt step by step: where it goes, and what it takes along. */
interface Draft {
  live: LiveController | { id: string; path: string; owner: LiveController['owner'] };
  token?: string | null;
  headers: Record<string, string>;
  after: string;
  wait: string;
}

/** Something wrong with a poll. The order of the stages is that of [D4]; of one stage only one is tried at a time. */
interface Defect {
  readonly stage: number;
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly spoil: (draft: Draft, world: World) => void;
}

interface World {
  /** A Live on which as many polls wait as are allowed, and the cursor of its present state. */
  readonly watched: LiveController;
  readonly cursor: string;
  /** A Live of another owner. */
  readonly foreign: LiveController;
  /** A credential of the same owner without live.get. */
  readonly scopeless: string;
}

const DEFECTS: Defect[] = [
  {
    stage: 401,
    name: 'no credential',
    status: 401,
    code: 'invalid_token',
    spoil: (draft) => {
      draft.token = null;
    },
  },
  {
    stage: 401,
    name: 'unknown credential',
    status: 401,
    code: 'invalid_token',
    spoil: (draft) => {
      draft.token = newCredentialSecret('service');
    },
  },
  {
    stage: 403,
    name: 'missing scope',
    status: 403,
    code: 'insufficient_scope',
    spoil: (draft, { scopeless }) => {
      if (draft.token === undefined) draft.token = scopeless;
    },
  },
  {
    stage: 404,
    name: 'unknown Live',
    status: 404,
    code: 'not_found',
    spoil: (draft) => {
      const id = newId();
      draft.live = { ...draft.live, id, path: `/v1/lives/${id}` };
    },
  },
  {
    stage: 404,
    name: 'foreign Live',
    status: 404,
    code: 'not_found',
    spoil: (draft, { foreign }) => {
      draft.live = { ...draft.live, id: foreign.id, path: foreign.path };
    },
  },
  {
    stage: 422,
    name: 'Idempotency-Key',
    status: 422,
    code: 'idempotency_unsupported',
    spoil: ({ headers }) => {
      headers['idempotency-key'] = 'key';
    },
  },
  {
    stage: 422,
    name: 'malformed wait',
    status: 422,
    code: 'invalid_fields',
    spoil: (draft) => {
      draft.wait = '26';
    },
  },
  {
    stage: 422,
    name: 'malformed cursor',
    status: 422,
    code: 'invalid_cursor',
    spoil: (draft) => {
      draft.after = 'x';
    },
  },
  { stage: 409, name: 'watch limit', status: 409, code: 'watch_limit_reached', spoil: () => {} },
];

for (const engine of PAGE_ENGINES) {
  describe(`[D4] order of checks of a poll on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let world: World;

    before(async () => {
      const owner = await createTestOrganization(lectern);
      const watched = await createLiveController(lectern, owner);
      const foreign = await createLiveController(lectern, await createTestAccount(lectern));
      const subject = { organization: owner.id };
      const { token } = await lectern.installation.administration.createToken({ subject, scopes: ['live.list'] });
      world = { watched, foreign, cursor: (await readSnapshot(lectern, watched)).cursor, scopeless: token };
    });

    const send = (defects: readonly Defect[]): Promise<ApiResponse> => {
      const { watched, cursor } = world;
      const draft: Draft = { live: watched, headers: {}, after: cursor, wait: '25' };
      for (const { spoil } of defects) spoil(draft, world);
      const query = `?after=${encodeURIComponent(draft.after)}&wait=${draft.wait}`;
      return poll(lectern, draft.live, { token: draft.token, headers: draft.headers, query });
    };
    const requireFirst = async (defects: readonly Defect[]) => {
      const names = defects.map(({ name }) => name).join(' + ');
      const { status, body } = await send(defects);
      assert.deepEqual([names, status, body.code], [names, defects[0]!.status, defects[0]!.code]);
    };

    it('when a request has one defect, two or all of them, then the response is that of the earliest', async () => {
      const { watched, cursor } = world;
      // The limit is reached throughout: it is what remains when nothing else is wrong.
      const watches = await fillWatches([lectern], watched, cursor);
      for (const [index, first] of DEFECTS.entries()) {
        const later = DEFECTS.slice(index + 1).filter(({ stage }) => stage !== first.stage);
        for (const defects of [[first], ...later.map((second) => [first, second])]) await requireFirst(defects);
        await requireFirst([first, ...new Map(later.map((defect) => [defect.stage, defect])).values()]);
      }
      assert.ok(watches.every(({ ended }) => !ended));
      for (const { abandon } of watches) abandon();
    });

    it('[D1] when a poll has a body, even an empty object, then it is 422, before the watch limit and after 404', async () => {
      const { watched, foreign, cursor } = world;
      const ask = (path: string) =>
        api(lectern, watched.owner).get(`${path}/events?after=${encodeURIComponent(cursor)}&wait=0`, { bytes: '{}' });
      assertProblem(await ask(watched.path), 422, 'invalid_fields');
      assertProblem(await ask(foreign.path), 404, 'not_found');
    });

    it('[D9] when Idempotency-Key is sent in any form, then it is 422, also on a first poll', async () => {
      for (const key of ['key', 'x'.repeat(255), 'x'.repeat(256), '"quoted"', 'a b']) {
        const response = await poll(lectern, world.watched, { headers: { 'idempotency-key': key } });
        assertProblem(response, 422, 'idempotency_unsupported');
      }
    });
  });

  describe(`[Events 8], [D10] budgets of polls on ${engine}`, () => {
    const started: TestLectern[] = [];
    after(async () => {
      for (const lectern of started) await lectern.close();
    });
    const start = async (settings: Record<string, string>) => {
      const lectern = await startTestLectern(engine, settings);
      started.push(lectern);
      const [controller, other] = [
        await createLiveController(lectern, await createTestOrganization(lectern)),
        await createLiveController(lectern, await createTestOrganization(lectern)),
      ];
      return { lectern, controller, other };
    };
    /** Polls until the budget is used up; a new minute may begin in between. */
    const exhaust = async (lectern: TestLectern, controller: LiveController, options: PollOptions = {}) => {
      for (let passed = 0; passed <= 2 * LIMIT; passed++) {
        const response = await poll(lectern, controller, options);
        if (response.status !== 429) continue;
        assertProblem(response, 429, 'rate_limited');
        assert.match(response.headers.get('retry-after')!, /^[1-9]\d*$/);
        return passed;
      }
      return assert.fail(`${2 * LIMIT + 1} polls passed, and ${LIMIT} a minute are allowed`);
    };

    it('when the budget of a principal is used up, then new polls are 429, after 401 and before 403, 404 and 422, and other requests go on', async () => {
      const { lectern, controller, other } = await start({ LECTERN_BUDGET_POLLS: String(LIMIT) });
      const { administration } = lectern.installation;
      const subject = { organization: controller.owner.id };
      const { token } = await administration.createToken({ subject, scopes: ['live.list'] });
      assert.ok((await exhaust(lectern, controller)) >= LIMIT);
      assertProblem(await poll(lectern, controller, { token: null }), 401, 'invalid_token');
      for (const spoilt of [
        () => poll(lectern, { ...controller, path: other.path }),
        () => poll(lectern, controller, { query: '?wait=x' }),
        () => poll(lectern, controller, { after: 'x' }),
        () => poll(lectern, controller, { headers: { 'idempotency-key': 'x' } }),
      ]) {
        await exhaust(lectern, controller);
        assertProblem(await spoilt(), 429, 'rate_limited');
      }
      await exhaust(lectern, controller, { token });
      assert.equal((await controller.get()).status, 200);
      requireEvent(await poll(lectern, other), other, 'live.snapshot');
    });

    for (const [budget, name] of [
      ['LECTERN_BUDGET_REQUESTS', 'HTTP request'],
      ['LECTERN_BUDGET_PEER', 'peer'],
      ['LECTERN_BUDGET_PRINCIPAL', 'principal'],
    ] as const) {
      it(`when a poll is sent, then it is charged against the ${name} budget too`, async () => {
        const { lectern, controller } = await start({ [budget]: String(4 * LIMIT) });
        let last: ApiResponse;
        for (let asked = 0; ; asked++) {
          last = await poll(lectern, controller);
          if (last.status === 429) break;
          assert.ok(asked < 8 * LIMIT, 'it is not charged');
        }
        assertProblem(last, 429, 'rate_limited');
      });
    }
  });
}
