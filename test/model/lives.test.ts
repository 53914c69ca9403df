import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { saveEdition } from '../../src/editions/save-edition.ts';
import { useNodes } from '../support/server/suite-server.ts';
import { ModelRun } from './model-run.ts';
import { type Operation, operation } from './operations.ts';
import { EDITIONS } from './scripture.ts';

/**
 * A place gets a few runs, and no more when they take too long. LECTERN_MODEL_RUNS asks for as many as it says, however
 * long they take; with LECTERN_MODEL_SEED they are those of a failure, whose message says its seed.
 */
const { LECTERN_MODEL_RUNS, LECTERN_MODEL_SEED } = process.env;
const RUNS = {
  numRuns: Number(LECTERN_MODEL_RUNS ?? 8),
  ...(LECTERN_MODEL_SEED !== undefined && { seed: Number(LECTERN_MODEL_SEED) }),
};
/** No run begins later. One that has begun is finished: nothing that hangs is to pass for a run that was cut short. */
const TIME_MAX_MS = LECTERN_MODEL_RUNS === undefined ? 5_000 : Number.POSITIVE_INFINITY;
const OPERATIONS_MAX = 150;
/** Limits of the servers, small enough to be reached. */
const LIMITS = { lives: 3, items: 130 };
const SETTINGS = {
  LECTERN_LIVES_PER_OWNER: String(LIMITS.lives),
  LECTERN_QUEUE_ITEMS: String(LIMITS.items),
  // Not part of the model: the run is one busy client.
  LECTERN_BUDGET_REQUESTS: '100000000',
  LECTERN_BUDGET_PEER: '100000000',
};

const CONFIGURE = {
  kind: 'settings',
  foreign: false,
  match: 'current',
  reference: undefined,
  translations: ['one'],
} as const;

const PLAYBACK = { kind: 'playback', foreign: false, match: 'current' } as const;
const PUSH = { kind: 'push', foreign: false, match: 'current' } as const;
const SHOW = { ...PLAYBACK, body: { status: 'running', paused: false } } as const;

interface Step {
  readonly node: number;
  readonly operation: Operation;
}
/** One more than can be undone [D50], each with another queue and focus or another visibility than before. */
const MORE_THAN_UNDO: Step[] = Array.from({ length: 21 }, (_, node) => ({
  node,
  operation:
    node % 2 === 0
      ? { ...PUSH, live: 0, reference: { book_id: 43, chapter: 3, verse: 16 } }
      : { ...PLAYBACK, live: 0, body: { paused: true } },
}));

const PLACES = [
  ['SQLite', 1, 'sqlite'],
  ['PostgreSQL', 1, 'postgres'],
  ['three nodes', 3, 'postgres'],
] as const;

for (const [place, count, engine] of PLACES) {
  describe(`Lives on ${place}, held against the model`, () => {
    const cluster = useNodes(count, SETTINGS, engine);

    before(async () => {
      for (const edition of EDITIONS) await saveEdition(cluster.nodes[0]!.installation.editions, edition);
    });

    it('[States], [D4]–[D6], [D11]–[D19], [D23], [D24], [D27], [D44], [D50], [D51] when operations run, then every response is what the documents say', async () => {
      const steps = fc.array(fc.record({ node: fc.nat(2), operation }), { maxLength: OPERATIONS_MAX, size: 'max' });
      const end = Date.now() + TIME_MAX_MS;
      const property = fc.asyncProperty(steps, async (steps) => {
        if (Date.now() > end) return;
        const run = await ModelRun.start(cluster.nodes, LIMITS);
        await performAll(run, steps).finally(() => run.end());
      });
      await fc.assert(property, { ...RUNS, examples: [[MORE_THAN_UNDO]] });
      for (const { logged } of cluster.nodes)
        assert.deepEqual(
          logged.filter(({ level }) => Number(level) >= 50),
          [],
        );
    });
  });
}

async function performAll(run: ModelRun, steps: readonly Step[]): Promise<void> {
  await run.perform({ kind: 'create', owner: 'organization', name: undefined }, 0);
  await run.perform({ kind: 'create', owner: 'account', name: 'Own' }, 1);
  for (const live of [0, 1]) await run.perform({ ...CONFIGURE, live }, 2);
  for (const { node, operation } of steps) await run.perform(operation, node);
  for (const live of [0, 1]) await run.perform({ ...SHOW, live }, 1);
  await run.lookAround();
  for (const kind of ['undo', 'redo'] as const) {
    await run.retraceAll(0, kind);
    await run.lookAround();
  }
}
