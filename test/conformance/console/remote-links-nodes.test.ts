import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertProblem } from '../../support/requests/api.ts';
import { createMember, type Person, setRole } from '../../support/requests/members.ts';
import {
  createRemoteLink,
  readRemoteEnd,
  readRemoteState,
  remoteEntrance,
} from '../../support/requests/remote-entrance.ts';
import { smallEdition, type TestLectern, type TestOwner } from '../../support/server/lectern.ts';
import { createOwners, openLive, useNodes } from '../../support/server/suite-server.ts';

const VERSES = { 16: 'For God so loved the world', 17: 'not to condemn the world' };
const SECOND_MS = 1_000;

describe('remote links on three nodes with one postgres database', () => {
  const cluster = useNodes(3);
  let owner: TestOwner;
  before(async () => {
    [owner] = await createOwners(node(0), smallEdition('one', { 43: { 3: VERSES } }));
  });

  const node = (index: number): TestLectern => cluster.nodes[index % 3]!;
  const make = async () => {
    const live = await openLive(node(0), ['one'], {}, owner);
    await live.push('John 3:16-17');
    const maker = await createMember(node(0), owner, 'operator');
    const url = await createRemoteLink(node(0), { liveId: live.liveId, userId: maker.id });
    const doorAt = (index: number) => remoteEntrance(node(index).url, url);
    return { live, maker, doorAt, cookie: await doorAt(1).enter() };
  };
  const connect = async ({ doorAt, cookie }: Awaited<ReturnType<typeof make>>, index: number) => {
    // A loaded node may respond 503; the page of a remote link then connects again.
    const stream = await doorAt(index)
      .stream(cookie)
      .catch((error: Error) => {
        if (!/503/.test(error.message)) throw error;
        return doorAt(index).stream(cookie);
      });
    return { stream, state: await readRemoteState(stream) };
  };

  it('[D68] when a link is made on one node, then it steps on another, and its pages on every node are notified', async () => {
    const made = await make();
    const pages = await Promise.all([0, 1, 2].map((index) => connect(made, index)));
    const { sequence } = pages[0]!.state;
    for (const { state } of pages) assert.equal(state.current!.title, 'John 3:16');
    const response = await made.doorAt(2).step(made.cookie, { by: 1, sequence });
    assert.deepEqual([response.status, response.body.sequence], [200, sequence + 1]);
    for (const { stream } of pages) assert.deepEqual(await readRemoteState(stream), response.body);
    assertProblem(await made.doorAt(0).step(made.cookie, { by: -1, sequence }), 412, 'stale_validator');
    for (const { stream } of pages) stream.close();
  });

  it('[D68] when a link is ended, or its maker may only view, on one node, then its pages on every node end within a second', async () => {
    const ends: ((made: Awaited<ReturnType<typeof make>>) => Promise<unknown>)[] = [
      async ({ live, maker, doorAt }) => {
        const { lives, remoteLinks } = node(1).installation;
        const { record } = (await lives.find(live.liveId))!;
        const actor = {
          channel: 'page',
          userId: maker.id,
          credentialId: null,
          operation: 'x',
          requestId: null,
        } as const;
        await remoteLinks.end(record, doorAt(0).id, actor);
      },
      ({ maker }: { maker: Person }) => setRole(node(1), owner, maker, 'viewer'),
    ];
    for (const end of ends) {
      const made = await make();
      const pages = await Promise.all([0, 1, 2].map((index) => connect(made, index)));
      await end(made);
      const endedAt = Date.now();
      for (const { stream } of pages) assert.equal(await readRemoteEnd(stream), 'ended');
      assert.ok(Date.now() - endedAt < SECOND_MS, `${Date.now() - endedAt} ms`);
      for (const index of [0, 1, 2]) {
        assertProblem(await made.doorAt(index).step(made.cookie, { by: 1, sequence: 0 }), 404, 'not_found');
      }
    }
  });

  it('[D68] when six pages are open over the nodes, then the oldest ends, wherever it is', async () => {
    const made = await make();
    const pages = [];
    for (let index = 0; index < 6; index++) pages.push(await connect(made, index));
    assert.equal(await readRemoteEnd(pages[0]!.stream), 'replaced');
    const [link] = await node(2).installation.remoteLinks.list(made.live.liveId);
    assert.equal(link!.connections, 5);
    for (const { stream } of pages.slice(1)) {
      assert.ok(!stream.events.some(({ name }) => name === 'ended'));
      stream.close();
    }
  });
});
