import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, waitUntilParked } from '../../support/requests/poll.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { createDataDirectory } from '../../support/server/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/server/database-proxy.ts';
import {
  createTestOrganization,
  createTestPlace,
  openTestLectern,
  PAGE_ENGINES,
  smallEdition,
  startTestLectern,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';

/** Less than two heartbeats: a stream that is not ended is still open then. */
const ENDED_MAX_MS = 20_000;
/** Time for a request to come to its reading, and for a node to hear of another's deletion. */
const MEANWHILE_MS = 300;

async function seed({ installation }: TestLectern): Promise<void> {
  await saveEdition(installation.editions, smallEdition('one', { 1: { 1: { 1: 'First', 2: 'Second' } } }));
}

/** Outcome of a stream: refused, or notified and ended. */
async function readToItsEnd(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ENDED_MAX_MS) });
  const text = await response.text();
  return response.status === 200 && text.includes('event: gone') ? 'gone' : String(response.status);
}

for (const engine of PAGE_ENGINES) {
  describe(`a Live that is deleted while its first viewer joins, on ${engine}`, () => {
    it('[D12], [D44] when the Live is deleted, then the viewer is refused, or notified and disconnected, and never left with an empty stream', async (t) => {
      await using lectern = await startTestLectern(engine);
      await seed(lectern);
      const owner = await createTestOrganization(lectern);
      const controller = await createLiveController(lectern, owner);
      // What the room is going to be made of is read, and not given to it yet.
      const { lives } = lectern.installation;
      const follow = lives.follow.bind(lives);
      const read = Promise.withResolvers<void>();
      const deleted = Promise.withResolvers<void>();
      t.mock.method(lives, 'follow', async (...given: Parameters<typeof follow>) => {
        const following = await follow(...given);
        read.resolve();
        await deleted.promise;
        return following;
      });
      const ended = readToItsEnd(`${lectern.url}/l/${controller.id}/stream`);
      await read.promise;
      assert.equal((await controller.send('DELETE', '')).status, 204);
      await sleep(MEANWHILE_MS);
      deleted.resolve();
      assert.ok(['404', 'gone'].includes(await ended), await ended);
      assert.equal(await readToItsEnd(`${lectern.url}/l/${controller.id}/stream`), '404');
    });
  });
}

describe('the audience of a node that is notified late', () => {
  let writer: TestLectern;
  let late: TestLectern;
  let proxy: DatabaseProxy;
  let owner: TestOwner;
  before(async () => {
    const place = await createTestPlace('postgres');
    writer = await openTestLectern(place);
    proxy = await startDatabaseProxy(place.env.LECTERN_DATABASE_URL!);
    const env = { ...place.env, LECTERN_DATABASE_URL: proxy.url, LECTERN_DATA_DIR: createDataDirectory() };
    late = await openTestLectern({ ...place, env, dispose: async () => {} });
    await seed(writer);
    owner = await createTestOrganization(writer);
    await writer.installation.administration.enableEdition('one', { organization: owner.id });
  });
  after(async () => {
    proxy?.releaseFeed();
    await late?.close();
    proxy?.close();
    await writer?.close();
  });

  it('[D44] when the first viewer joins a Live that polls already follow, then it sees at once what another node has acknowledged', async () => {
    const controller = await createLiveController(writer, owner, { translations: ['one'] });
    const { cursor } = await readSnapshot(late, controller);
    const waiting = beginPoll(late, controller, { after: cursor });
    await waitUntilParked(waiting);
    proxy.blockFeed();
    await controller.push({ book_id: 1, chapter: 1 });
    const viewer = await joinAudience(late.url, controller.id);
    assert.equal(viewer.state.items.length, 2);
    viewer.close();
    proxy.releaseFeed();
    assert.equal((await waiting.response).body.type, 'live.changed');
  });
});
