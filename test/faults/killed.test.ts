import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOperatorClient, type ListedQueueItem } from '../support/requests/operator-client.ts';
import { inFullRun } from '../support/run/extent.ts';
import { type ServerProcess, seedOnPostgres, seedOnSqlite, startReadyServer } from '../support/server/process.ts';

const ROUNDS = inFullRun(4, 1);
/** Pushes of one round before the one during which the process is killed. */
const PUSHES_MIN = 6;
const PUSHES_SPREAD = 14;
/** The signal is sent at a random time during the last push. */
const DELAY_MAX_MS = 4;

/** Chapters of different lengths, with their numbers of verses. */
const CHAPTERS = [
  { passage: 'Psalm 117', book: 19, chapter: 117, verses: 2 },
  { passage: 'Psalm 23', book: 19, chapter: 23, verses: 6 },
  { passage: 'Titus 3', book: 56, chapter: 3, verses: 15 },
  { passage: 'John 3', book: 43, chapter: 3, verses: 36 },
  { passage: 'Psalm 134', book: 19, chapter: 134, verses: 3 },
] as const;
type Chapter = (typeof CHAPTERS)[number];
/** The push in progress when the signal is sent. */
const LAST = CHAPTERS[3];

const INSTALLATIONS = { sqlite: () => seedOnSqlite(), postgres: () => seedOnPostgres() };

for (const [engine, seed] of Object.entries(INSTALLATIONS)) {
  describe(`signal 9 in the middle of pushes on ${engine}`, () => {
    test('[States] when the server is killed, then acknowledged pushes are stored, and others are stored completely or not at all', async () => {
      const installation = await seed();
      const env = { ...installation.env, LECTERN_QUEUE_ITEMS: '100000' };
      const queued: Chapter[] = [];
      let server = await startReadyServer({ env });

      for (let round = 0; round < ROUNDS; round++) {
        const operator = createOperatorClient(server.url, installation);
        let { sequence } = await operator.read();
        const count = PUSHES_MIN + Math.floor(Math.random() * PUSHES_SPREAD);
        for (let index = 0; index < count; index++) {
          const chapter = CHAPTERS[(round + index) % CHAPTERS.length]!;
          const response = await operator.push(chapter.passage);
          queued.push(chapter);
          assert.deepEqual([response.affected, response.sequence], [chapter.verses, ++sequence], 'one push, one step');
        }
        const responded = await killDuring(server, () => operator.push(LAST.passage));
        const acknowledged = { etag: operator.etag, sequence: responded ? sequence + 1 : sequence };

        server = await startReadyServer({ env });
        const successor = createOperatorClient(server.url, installation);
        const present = await successor.readQueue();
        const ahead = present.sequence - acknowledged.sequence;
        assert.ok(ahead === 0 || (ahead === 1 && !responded), `${ahead} more than was acknowledged`);
        if (responded || ahead === 1) queued.push(LAST);
        assertQueue(present.items, queued);

        const stale = ahead === 1;
        assert.equal(successor.etag === acknowledged.etag, !stale, 'an ETag means the same after a restart');
        const resume = { body: { paused: false }, ifMatch: acknowledged.etag };
        assert.equal((await successor.call('PATCH', '/playback', resume)).status, stale ? 412 : 200);
        await successor.write('PATCH', '/playback', { paused: false });
        assert.equal((await successor.read()).sequence, present.sequence + (stale ? 1 : 2), 'the chain goes on');
      }
      await server.end();
    });
  });
}

/** Sends one push and kills the server during it. Returns true if the push was acknowledged nevertheless. */
async function killDuring(server: ServerProcess, push: () => Promise<unknown>): Promise<boolean> {
  const outcome = push().then(
    () => true,
    (error) => {
      // The connection broke. Any other error would be a refusal, which must not happen.
      if (error instanceof TypeError) return false;
      throw error;
    },
  );
  await sleep(Math.random() * DELAY_MAX_MS);
  assert.equal((await server.end('SIGKILL')).signal, 'SIGKILL');
  return outcome;
}

/**
 * Checks that positions have no gaps, ids are unique, and the queue has only whole chapters in the order in which they
 * were pushed.
 */
function assertQueue(items: readonly ListedQueueItem[], chapters: readonly Chapter[]): void {
  assert.deepEqual(
    items.map(({ position }) => position),
    items.map((_, index) => index),
  );
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  const expected = chapters.flatMap(({ book, chapter, verses }) =>
    Array.from({ length: verses }, (_, index) => `${book} ${chapter}:${index + 1}`),
  );
  assert.deepEqual(
    items.map(({ verse }) => `${verse.book_id} ${verse.chapter}:${verse.verse}`),
    expected,
  );
}
