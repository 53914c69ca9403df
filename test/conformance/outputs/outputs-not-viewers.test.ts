import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, api, createTestLive } from '../../support/requests/api.ts';
import { openOutputEntrance } from '../../support/requests/output-entrance.ts';
import { type AudienceStream, openStream } from '../../support/requests/stream.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useNodes } from '../../support/server/suite-server.ts';

/** Longer than a node takes to notify the others how many viewers it has. */
const NOTIFIED_MAX_MS = 15_000;

const PLACES = [...PAGE_ENGINES.map((engine) => [1, engine] as const), [2, 'postgres'] as const];

for (const [count, engine] of PLACES) {
  describe(`[D60] outputs are not counted as viewers, on ${count > 1 ? 'nodes on ' : ''}${engine}`, () => {
    const world = useNodes(count, {}, engine);

    const openLive = async (): Promise<{ client: Api; path: string; id: string }> => {
      const client = api(world.nodes[0]!, await createTestOrganization(world.nodes[0]!));
      const { path } = await createTestLive(client);
      return { client, path, id: path.split('/').pop()! };
    };
    /** Two pages of an output at each node. */
    const openOutputs = async (
      { client, path }: { client: Api; path: string },
      view: string,
    ): Promise<AudienceStream[]> => {
      const { url } = (await client.post(`${path}/outputs`, { name: 'Chapel', view })).body;
      const streams = world.nodes.flatMap((node) => {
        const door = openOutputEntrance(node.url, url);
        return Array.from({ length: 2 }, async () => door.stream(await door.enter()));
      });
      return Promise.all(streams);
    };
    const counted = async ({ client, path }: { client: Api; path: string }) => {
      const { body } = await client.get(`${path}/viewers`);
      return [body.viewers, body.peak];
    };
    /** Metrics of the Live on all nodes. */
    const measured = async (id: string) => {
      const sums = { viewers: 0, peak: 0 };
      for (const { url } of world.nodes) {
        const text = await (await fetch(`${url}/metrics`)).text();
        for (const [, peak, value] of text.matchAll(
          new RegExp(`^lectern_live_viewers(_peak)?\\{live_id="${id}"\\} (\\d+)$`, 'gm'),
        )) {
          sums[peak ? 'peak' : 'viewers'] += Number(value);
        }
      }
      return sums;
    };

    it('when pages show outputs of every view, then viewers, peak and metrics are 0', async () => {
      const live = await openLive();
      const streams = (
        await Promise.all(['screen', 'stage', 'lower-third', 'reader'].map((view) => openOutputs(live, view)))
      ).flat();
      for (const stream of streams) await stream.takeState();
      assert.deepEqual(await counted(live), [0, 0]);
      assert.deepEqual(await measured(live.id), { viewers: 0, peak: 0 });
      const { data } = (await live.client.get(`${live.path}/outputs`)).body;
      assert.deepEqual(
        data.map(({ connections }: { connections: number }) => connections),
        Array(4).fill(2 * world.nodes.length),
      );
      for (const stream of streams) stream.close();
    });

    it('when people watch beside outputs, then they alone are counted, and the peak stays theirs', async () => {
      const live = await openLive();
      const screens = await openOutputs(live, 'screen');
      const people = await Promise.all(
        world.nodes.flatMap(({ url }) => Array.from({ length: 3 }, () => openStream(url, live.id))),
      );
      const stage = await openOutputs(live, 'stage');
      const expected = 3 * world.nodes.length;
      const deadline = Date.now() + NOTIFIED_MAX_MS;
      // Other nodes report what they have every few seconds.
      while ((await counted(live))[0] !== expected && Date.now() < deadline) await sleep(100);
      assert.deepEqual(await counted(live), [expected, expected]);
      assert.deepEqual(await measured(live.id), { viewers: expected, peak: expected });
      for (const person of people) person.close();
      while ((await measured(live.id)).viewers > 0 && Date.now() < deadline) await sleep(20);
      assert.deepEqual(await measured(live.id), { viewers: 0, peak: expected });
      for (const stream of [...screens, ...stage]) stream.close();
    });
  });
}
