import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { type AudienceStream, openStream } from '../../support/requests/stream.ts';
import { failInserts } from '../../support/server/failing-inserts.ts';
import { createTestOrganization, PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** Far more than a closed connection takes to be noticed. */
const NOTICED_MAX_MS = 5_000;

for (const engine of PAGE_ENGINES) {
  describe(`[D44] how many viewers a Live has, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let owner: TestOwner;
    before(async () => {
      owner = await createTestOrganization(lectern);
    });

    const join = (controller: LiveController, count: number): Promise<AudienceStream[]> =>
      Promise.all(Array.from({ length: count }, () => openStream(lectern.url, controller.id)));
    const read = async (controller: LiveController): Promise<[viewers: number, peak: number]> => {
      const { status, body } = await controller.get('/viewers');
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.live_id, controller.id);
      assert.equal(body.peak_at === null, body.peak === 0);
      return [body.viewers, body.peak];
    };
    /** The samples of a Live, by the ends of their names. */
    const samplesOf = async (controller: LiveController): Promise<Record<string, number>> => {
      const text = await (await fetch(`${lectern.url}/metrics`)).text();
      const samples = text.matchAll(/^lectern_live_(\w+)\{live_id="([^"]*)"\} (\d+)$/gm);
      return Object.fromEntries(
        [...samples].flatMap(([, name, id, value]) => (id === controller.id ? [[name, +value!]] : [])),
      );
    };
    /** Until the server has noticed that `left` viewers are there; undefined: that there is no room any more. */
    const comesTo = async (controller: LiveController, left: number | undefined): Promise<void> => {
      for (let waited = 0; (await samplesOf(controller)).viewers !== left; waited += 10) {
        assert.ok(waited < NOTICED_MAX_MS, `there are not ${left} viewers`);
        await sleep(10);
      }
    };
    const leave = async (controller: LiveController, streams: readonly AudienceStream[], left = 0): Promise<void> => {
      for (const stream of streams) stream.close();
      await comesTo(controller, left);
    };

    it('when the counts are read, then every viewer who came is included, also those who have left since the last report', async () => {
      const controller = await createLiveController(lectern, owner);
      assert.deepEqual(await read(controller), [0, 0]);
      const first = await join(controller, 7);
      assert.deepEqual(await read(controller), [7, 7]);
      await leave(controller, first);
      assert.deepEqual(await read(controller), [0, 7]);
      for (const many of [12, 15]) {
        await leave(controller, await join(controller, many));
        assert.deepEqual(await read(controller), [0, many]);
      }
      const staying = await join(controller, 3);
      assert.deepEqual(await read(controller), [3, 15]);
      await leave(controller, await join(controller, 20), 3);
      assert.deepEqual(await read(controller), [3, 23]);
      await leave(controller, staying);
    });

    it('when a report fails, then the next one repeats it, even if all viewers have left meanwhile', async () => {
      const controller = await createLiveController(lectern, owner);
      const streams = await join(controller, 5);
      const mend = await failInserts(lectern, 'viewer_peaks');
      try {
        assert.deepEqual(await read(controller), [0, 0], 'nothing could be reported');
        await leave(controller, streams);
        await read(controller);
      } finally {
        await mend();
      }
      assert.deepEqual(await read(controller), [0, 5]);
    });

    it('when a Live is deleted, then nothing of it stays, and nothing is reported later', async () => {
      const { viewers } = lectern.installation.storage;
      const controller = await createLiveController(lectern, owner);
      await join(controller, 2);
      const mend = await failInserts(lectern, 'viewer_peaks');
      try {
        await read(controller);
        assert.equal((await controller.send('DELETE', '')).status, 204);
      } finally {
        await mend();
      }
      const other = await createLiveController(lectern, owner);
      const streams = await join(other, 1);
      assert.deepEqual(await read(other), [1, 1], 'a report was made');
      assert.deepEqual(await viewers.find(controller.id), { viewers: 0, peak: 0, peakAt: null });
      await leave(other, streams);
    });

    it('[D46] when a Live has a room on this node, then /metrics has both counts for it, and they go when the room goes', async () => {
      const controller = await createLiveController(lectern, owner);
      assert.deepEqual(await samplesOf(controller), {});
      const staying = await join(controller, 2);
      assert.deepEqual(await samplesOf(controller), { viewers: 2, viewers_peak: 2 });
      await leave(controller, await join(controller, 3), 2);
      await read(controller);
      assert.deepEqual(await samplesOf(controller), { viewers: 2, viewers_peak: 5 }, 'a report does not begin it anew');
      await leave(controller, staying);
      assert.deepEqual(await samplesOf(controller), { viewers: 0, viewers_peak: 5 });
      const missing = await fetch(`${lectern.url}/l/${'A'.repeat(20)}/stream`);
      assert.equal(missing.status, 404);
      assert.deepEqual(await samplesOf({ ...controller, id: 'A'.repeat(20) }), {});
      assert.equal((await controller.send('DELETE', '')).status, 204);
      await comesTo(controller, undefined);
      assert.deepEqual(await samplesOf(controller), {});
    });

    it('[D52] when viewers of a room are reported after it was deleted, then nothing of it is kept', async () => {
      const { viewers } = lectern.installation.storage;
      await viewers.report('late', [{ liveId: 'deleted', viewers: 1, most: 2 }]);
      assert.deepEqual(await viewers.find('deleted'), { viewers: 0, peak: 0, peakAt: null });
    });

    it('when a process was killed and this one has the database alone, then viewers of the killed one are not counted', async () => {
      const controller = await createLiveController(lectern, owner);
      await lectern.installation.storage.viewers.report('killed', [{ liveId: controller.id, viewers: 7, most: 7 }]);
      assert.deepEqual(await read(controller), [7, 7]);
      await lectern.restart();
      const { viewers, peak } = await lectern.installation.storage.viewers.find(controller.id);
      assert.deepEqual([viewers, peak], [engine === 'sqlite' ? 0 : 7, 7], 'other nodes may still be there');
    });
  });
}
