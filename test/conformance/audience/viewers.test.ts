import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { type AudienceStream, openStream } from '../../support/requests/stream.ts';
import { failInserts } from '../../support/server/failing-inserts.ts';
import {
  createTestOrganization,
  PAGE_ENGINES,
  startTestLectern,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';

/** Far more than a closed connection takes to be noticed. */
const NOTICED_MAX_MS = 5_000;

for (const engine of PAGE_ENGINES) {
  describe(`[D44] how many viewers a Live has, on ${engine}`, () => {
    let lectern: TestLectern;
    let owner: TestOwner;
    before(async () => {
      lectern = await startTestLectern(engine);
      owner = await createTestOrganization(lectern);
    });
    after(() => lectern.close());

    const join = (desk: LiveController, count: number): Promise<AudienceStream[]> =>
      Promise.all(Array.from({ length: count }, () => openStream(lectern.url, desk.id)));
    const read = async (desk: LiveController): Promise<[viewers: number, peak: number]> => {
      const { status, body } = await desk.get('/viewers');
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.live_id, desk.id);
      assert.equal(body.peak_at === null, body.peak === 0);
      return [body.viewers, body.peak];
    };
    /** The samples of a Live, by the ends of their names. */
    const samplesOf = async (desk: LiveController): Promise<Record<string, number>> => {
      const text = await (await fetch(`${lectern.url}/metrics`)).text();
      const samples = text.matchAll(/^lectern_live_(\w+)\{live_id="([^"]*)"\} (\d+)$/gm);
      return Object.fromEntries(
        [...samples].flatMap(([, name, id, value]) => (id === desk.id ? [[name, +value!]] : [])),
      );
    };
    /** Until the server has noticed that `left` viewers are there; undefined: that there is no room any more. */
    const comesTo = async (desk: LiveController, left: number | undefined): Promise<void> => {
      for (let waited = 0; (await samplesOf(desk)).viewers !== left; waited += 10) {
        assert.ok(waited < NOTICED_MAX_MS, `there are not ${left} viewers`);
        await sleep(10);
      }
    };
    const leave = async (desk: LiveController, streams: readonly AudienceStream[], left = 0): Promise<void> => {
      for (const stream of streams) stream.close();
      await comesTo(desk, left);
    };

    it('when the counts are read, then everybody who came is included, also those who have left since the last report', async () => {
      const desk = await createLiveController(lectern, owner);
      assert.deepEqual(await read(desk), [0, 0]);
      const first = await join(desk, 7);
      assert.deepEqual(await read(desk), [7, 7]);
      await leave(desk, first);
      assert.deepEqual(await read(desk), [0, 7]);
      for (const many of [12, 15]) {
        await leave(desk, await join(desk, many));
        assert.deepEqual(await read(desk), [0, many]);
      }
      const staying = await join(desk, 3);
      assert.deepEqual(await read(desk), [3, 15]);
      await leave(desk, await join(desk, 20), 3);
      assert.deepEqual(await read(desk), [3, 23]);
      await leave(desk, staying);
    });

    it('when a report fails, then the next one repeats it, even if everybody has left meanwhile', async () => {
      const desk = await createLiveController(lectern, owner);
      const streams = await join(desk, 5);
      const mend = await failInserts(lectern, 'viewer_peaks');
      try {
        assert.deepEqual(await read(desk), [0, 0], 'nothing could be told');
        await leave(desk, streams);
        await read(desk);
      } finally {
        await mend();
      }
      assert.deepEqual(await read(desk), [0, 5]);
    });

    it('when a Live is deleted, then nothing of it stays, and nothing is reported later', async () => {
      const { viewers } = lectern.installation.storage;
      const desk = await createLiveController(lectern, owner);
      await join(desk, 2);
      const mend = await failInserts(lectern, 'viewer_peaks');
      try {
        await read(desk);
        assert.equal((await desk.send('DELETE', '')).status, 204);
      } finally {
        await mend();
      }
      const other = await createLiveController(lectern, owner);
      const streams = await join(other, 1);
      assert.deepEqual(await read(other), [1, 1], 'a report was made');
      assert.deepEqual(await viewers.find(desk.id), { viewers: 0, peak: 0, peakAt: null });
      await leave(other, streams);
    });

    it('[D46] when a Live has a room on this node, then /metrics has both counts for it, and they go when the room goes', async () => {
      const desk = await createLiveController(lectern, owner);
      assert.deepEqual(await samplesOf(desk), {});
      const staying = await join(desk, 2);
      assert.deepEqual(await samplesOf(desk), { viewers: 2, viewers_peak: 2 });
      await leave(desk, await join(desk, 3), 2);
      await read(desk);
      assert.deepEqual(await samplesOf(desk), { viewers: 2, viewers_peak: 5 }, 'a report does not begin it anew');
      await leave(desk, staying);
      assert.deepEqual(await samplesOf(desk), { viewers: 0, viewers_peak: 5 });
      const missing = await fetch(`${lectern.url}/l/${'A'.repeat(20)}/stream`);
      assert.equal(missing.status, 404);
      assert.deepEqual(await samplesOf({ ...desk, id: 'A'.repeat(20) }), {});
      assert.equal((await desk.send('DELETE', '')).status, 204);
      await comesTo(desk, undefined);
      assert.deepEqual(await samplesOf(desk), {});
    });

    it('when a process was killed and this one has the database alone, then viewers of the killed one are not counted', async () => {
      const desk = await createLiveController(lectern, owner);
      await lectern.installation.storage.viewers.report('killed', [{ liveId: desk.id, viewers: 7, most: 7 }]);
      assert.deepEqual(await read(desk), [7, 7]);
      lectern = await lectern.restart();
      const { viewers, peak } = await lectern.installation.storage.viewers.find(desk.id);
      assert.deepEqual([viewers, peak], [engine === 'sqlite' ? 0 : 7, 7], 'other nodes may still be there');
    });
  });
}
