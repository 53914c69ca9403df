import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OUTPUT_LEASE_SECONDS } from '../../../src/contract/limits.ts';
import { type Api, api, createTestLive, type JsonDocument } from '../../support/requests/api.ts';
import { openOutputEntrance, REPORT } from '../../support/requests/output-entrance.ts';
import type { AudienceStream } from '../../support/requests/stream.ts';
import { createTestOrganization, type TestLectern, type TestOwner } from '../../support/server/lectern.ts';
import { useNodes } from '../../support/server/suite-server.ts';

const SECOND_MS = 1_000;

describe('outputs on three nodes with one postgres database', () => {
  const cluster = useNodes(3);
  let owner: TestOwner;
  before(async () => {
    owner = await createTestOrganization(node(0));
  });

  const node = (index: number): TestLectern => cluster.nodes[index % 3]!;
  const clientOf = (index: number): Api => api(node(index), owner);
  const make = async () => {
    const live = await createTestLive(clientOf(0));
    const outputs = `${live.path}/outputs`;
    const { body } = await clientOf(0).post(outputs, { name: 'Projector', view: 'screen' });
    const doorAt = (index: number, url: string = body.url) => openOutputEntrance(node(index).url, url);
    return { outputs, path: `${outputs}/${body.id}`, doorAt, cookie: await doorAt(0).enter() };
  };
  const named = (name: string) => (event: { name: string }) => event.name === name;
  const connect = async ({ doorAt, cookie }: Awaited<ReturnType<typeof make>>, index: number) => {
    const stream = await doorAt(index).stream(cookie);
    await stream.take(named('output'));
    return stream;
  };
  const read = async (index: number, outputs: string): Promise<JsonDocument> =>
    (await clientOf(index).get(outputs)).body.data[0];
  const until = async (read: () => Promise<boolean>, maxMs: number): Promise<void> => {
    const end = Date.now() + maxMs;
    while (!(await read())) {
      assert.ok(Date.now() < end, 'it did not come in time');
      await sleep(50);
    }
  };

  it('[D60] when an output is rotated or deleted on one node, then its pages on every node end within a second', async () => {
    for (const [action, why] of [
      ['rotate', 'rotated'],
      ['delete', 'deleted'],
    ]) {
      const made = await make();
      const streams = await Promise.all([0, 1, 2].map((index) => connect(made, index)));
      const { status } =
        action === 'rotate' ? await clientOf(1).post(`${made.path}/rotate`, {}) : await clientOf(1).delete(made.path);
      assert.ok(status < 300);
      const doneAt = Date.now();
      for (const stream of streams) {
        assert.equal(JSON.parse((await stream.take(named('ended'))).data), why);
        assert.equal(await stream.ended, true);
      }
      assert.ok(Date.now() - doneAt < SECOND_MS, `${Date.now() - doneAt} ms`);
      for (const index of [0, 1, 2]) {
        assert.equal((await made.doorAt(index).page(made.cookie)).status, action === 'rotate' ? 403 : 404);
      }
    }
  });

  it('[D60] when an output is asked for its name, or changed, on one node, then pages of others hear of it', async () => {
    const made = await make();
    const stream = await connect(made, 2);
    await clientOf(0).post(`${made.path}/identify`, {});
    await stream.take(named('identify'));
    await clientOf(1).post(`${made.path}/reload`, {});
    await stream.take(named('reload'));
    await clientOf(1).patch(made.path, { name: 'Left' });
    assert.equal(JSON.parse((await stream.take(named('output'))).data).name, 'Left');
    stream.close();
  });

  it('[D60] when a fifth page is opened on another node, then the oldest ends, wherever it is', async () => {
    const made = await make();
    const streams: AudienceStream[] = [];
    for (const index of [2, 0, 1, 2, 1]) streams.push(await connect(made, index));
    assert.equal(JSON.parse((await streams[0]!.take(named('ended'))).data), 'replaced');
    for (const index of [0, 1, 2]) assert.equal((await read(index, made.outputs)).connections, 4);
    for (const stream of streams) stream.close();
  });

  it('[D60] when a page reports to one node, then the others say it a moment later', async () => {
    const made = await make();
    assert.equal((await made.doorAt(1).report(made.cookie, { ...REPORT, width: 1280, height: 720 })).status, 204);
    await until(async () => (await read(2, made.outputs)).width === 1280, 10_000);
    assert.equal((await read(0, made.outputs)).height, 720);
  });

  it('[D60] when a node is gone, then its pages are counted until their leases end, and no longer', async () => {
    const made = await make();
    // What a node leaves behind that was killed.
    const { outputs } = node(0).installation.storage;
    const [outputId] = [made.path.split('/').pop()!];
    for (const id of ['killed-1', 'killed-2']) await outputs.connect({ id, holderId: outputId, node: 'killed' }, 4);
    const stream = await connect(made, 1);
    assert.equal((await read(2, made.outputs)).connections, 3);
    const { seen_at } = await read(2, made.outputs);
    await until(async () => (await read(2, made.outputs)).connections === 1, (OUTPUT_LEASE_SECONDS + 15) * SECOND_MS);
    assert.ok((await read(0, made.outputs)).seen_at > seen_at, 'the page that is there is seen again and again');
    stream.close();
  });

  it('[D60] when a node stops, then its pages are not counted any more', async () => {
    const made = await make();
    const stream = await connect(made, 2);
    await until(async () => (await read(0, made.outputs)).connections === 1, 5_000);
    await node(2).close();
    await stream.ended;
    await until(async () => (await read(0, made.outputs)).connections === 0, 5_000);
  });
});
