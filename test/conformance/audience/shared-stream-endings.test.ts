import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { before, describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import type { ViewerChange, ViewerState } from '../../../src/contract/viewer.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { audienceEntrance } from '../../support/requests/audience-entrance.ts';
import { eventually } from '../../support/requests/pusher.ts';
import { type AudienceStream, openSharedStream, type ReceivedStreamEvent } from '../../support/requests/stream.ts';
import { PAGE_ENGINES, smallEdition, type TestLectern } from '../../support/server/lectern.ts';
import { type OwnedLive, openLive, useInProcessServer } from '../../support/server/suite-server.ts';

const LONG_VERSES = 100;
const LONG_TEXT = 'it came to pass '.repeat(200);
/** More than the system takes for a client that does not read. */
const UNREAD_BYTES = 20 * 1024 * 1024;
/** The most that is held for one connection: its limit, and a whole event above it. */
const HELD_MAX_BYTES = 4 * 1024 * 1024;
const EDITION = smallEdition('one', {
  43: { 3: { 1: 'First words.', 2: 'Second words.' } },
  19: { 119: Object.fromEntries(Array.from({ length: LONG_VERSES }, (_, index) => [index + 1, LONG_TEXT])) },
});

async function createLive(lectern: TestLectern) {
  const operator = await openLive(lectern, ['one']);
  await operator.push('John 3:1');
  return operator;
}

/** The next event of one page, beats aside. */
const takeOf = (stream: AudienceStream, subscription: number): Promise<ReceivedStreamEvent> =>
  stream.take((event) => event.subscription === subscription && event.name !== 'beat');

const namesOf = (stream: AudienceStream, subscription: number) =>
  stream.events.filter((event) => event.subscription === subscription).map(({ name }) => name);

const codeOf = ({ name, data }: ReceivedStreamEvent) => [name, JSON.parse(data).code];

for (const engine of PAGE_ENGINES) {
  describe(`[D44] a stream of several pages on ${engine}`, () => {
    const { lectern } = useInProcessServer({
      engine,
      settings: { LECTERN_SEATS: '2', LECTERN_BUDGET_AUDIENCE: '10000' },
    });
    before(async () => {
      await saveEdition(lectern.installation.editions, EDITION);
    });

    const lives = (count: number) => Promise.all(Array.from({ length: count }, () => createLive(lectern)));
    const open = (of: { liveId: string; lastEventId?: string | undefined }[], headers?: Record<string, string>) =>
      openSharedStream(lectern.url, of, headers);

    it('when pages join, then each takes a seat; one without a seat is refused alone, and gets it when it is free', async () => {
      const [full, other] = (await lives(2)) as [OwnedLive, OwnedLive];
      const first = await open([full, full, full, other]);
      assert.deepEqual(codeOf(await takeOf(first, 2)), ['refused', 'unavailable']);
      await takeOf(first, 3);
      assert.deepEqual(
        [0, 1, 2, 3].map((index) => namesOf(first, index)),
        [['state'], ['state'], ['refused'], ['state']],
      );
      const second = await open([other, full]);
      await takeOf(second, 1);
      assert.deepEqual([namesOf(second, 0), namesOf(second, 1)], [['state'], ['refused']]);

      const refused = await fetch(`${lectern.url}/l/streams`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ subscriptions: [{ live_id: full.liveId }, { live_id: other.liveId }] }),
      });
      assert.equal(refused.status, 503);
      assert.equal(((await refused.json()) as { code: string }).code, 'unavailable');
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);

      first.close();
      await eventually('the seats of all its pages are free', async () => {
        const again = await open([other, full, full]).catch(() => null);
        if (!again) return false;
        const names = await Promise.all([0, 1, 2].map(async (index) => (await takeOf(again, index)).name));
        again.close();
        return names.every((name) => name === 'state');
      });
      second.close();
    });

    it('[D12] when a Live is deleted, then only its page ends; the stream ends with the last', async () => {
      const [gone, stays] = (await lives(2)) as [OwnedLive, OwnedLive];
      const stream = await open([gone, stays, gone]);
      await gone.write('DELETE', '');
      assert.equal((await takeNamed(stream, 0, 'gone')).data, '');
      await takeNamed(stream, 2, 'gone');
      await stays.push('John 3:2');
      const change = JSON.parse((await takeNamed(stream, 1, 'change')).data) as ViewerChange;
      assert.equal(change.queue.length, 1);
      assert.deepEqual([namesOf(stream, 0).at(-1), namesOf(stream, 2).at(-1)], ['gone', 'gone']);
      await stays.write('DELETE', '');
      await takeNamed(stream, 1, 'gone');
      assert.equal(await stream.ended, true, 'in order');
    });

    it('[D42] when an organization’s processing is restricted, then only its pages end, and they are refused from then on', async () => {
      const [restricted, stays] = (await lives(2)) as [OwnedLive, OwnedLive];
      const stream = await open([restricted, stays]);
      await executeCommand(lectern.installation, 'account restrict', { id: restricted.owner.id });
      await takeNamed(stream, 0, 'closed');
      await stays.push('John 3:2');
      const { id } = await takeNamed(stream, 1, 'change');
      stream.close();
      const again = await open([restricted, { ...stays, lastEventId: id }]);
      assert.deepEqual(codeOf(await takeOf(again, 0)), ['refused', 'processing_restricted']);
      await stays.push('John 3:1');
      await takeNamed(again, 1, 'change');
      assert.doesNotMatch(namesOf(again, 1).join(), /state/, 'it goes on where it was');
      again.close();
      await assert.rejects(open([restricted, restricted]), /403/);
    });

    it('[D20] when pages join, then each is let in by its own pass; when a secret is rotated, then only the pages that it let in end', async () => {
      const [one, two, free] = (await lives(3)) as [OwnedLive, OwnedLive, OwnedLive];
      const { secret } = await one.write('POST', '/audience-secret', {});
      const passes = [await audienceEntrance(lectern.url, one.liveId).enter(secret)];
      const other = (await two.write('POST', '/audience-secret', {})).secret;
      const alone = await open([one, two, free], { cookie: passes[0]! });
      assert.deepEqual(codeOf(await takeOf(alone, 1)), ['refused', 'forbidden']);
      await takeNamed(alone, 2, 'state');
      assert.deepEqual([namesOf(alone, 0), namesOf(alone, 1)], [['state'], ['refused']]);
      alone.close();

      passes.push(await audienceEntrance(lectern.url, two.liveId).enter(other));
      const stream = await open([one, two, free], { cookie: passes.join('; ') });
      for (const index of [0, 1, 2]) await takeNamed(stream, index, 'state');
      const rotated = (await one.write('PUT', '/audience-secret', {})).secret;
      await takeNamed(stream, 0, 'closed');
      for (const [index, operator] of [two, free].entries()) {
        await operator.push('John 3:2');
        await takeNamed(stream, index + 1, 'change');
      }
      await one.push('John 3:2');
      await free.push('John 3:1');
      await takeNamed(stream, 2, 'change');
      assert.equal(namesOf(stream, 0).at(-1), 'closed');
      stream.close();

      const old = await open([one, free], { cookie: passes.join('; ') });
      assert.deepEqual(codeOf(await takeOf(old, 0)), ['refused', 'forbidden']);
      old.close();
      const fresh = await open([one, free], { cookie: await audienceEntrance(lectern.url, one.liveId).enter(rotated) });
      const state = JSON.parse((await takeOf(fresh, 0)).data) as ViewerState;
      assert.equal(state.items.length, 2);
      fresh.close();
    });

    it('[D20] when the page of a Live opens, then its pass reaches the shared stream by a cookie that no script and no other path gets', async () => {
      const [live] = (await lives(1)) as [OwnedLive];
      const { secret } = await live.write('POST', '/audience-secret', {});
      const door = audienceEntrance(lectern.url, live.liveId);
      assert.deepEqual((await door.page()).headers.getSetCookie(), [], 'nothing for those who are not in');
      const pass = await door.enter(secret);
      const [cookie, ...more] = (await door.page({ cookie: pass })).headers.getSetCookie();
      assert.deepEqual(more, []);
      assert.equal(cookie!.split(';')[0], pass);
      for (const part of [/; Path=\/l\/streams(;|$)/, /; HttpOnly/, /; SameSite=Lax/]) assert.match(cookie!, part);
    });

    it('when pages fall behind, then they get no more than a bounded amount, and then each its whole state; what has ended says so', async () => {
      const [long, other, deleted, locked] = (await lives(4)) as [OwnedLive, OwnedLive, OwnedLive, OwnedLive];
      const sockets = new Set<Socket>();
      const note = (socket: Socket) => sockets.add(socket);
      lectern.server.app.server.on('connection', note);
      const stream = await open([long, other, deleted, locked]);
      lectern.server.app.server.off('connection', note);
      for (const index of [0, 1, 2, 3]) await takeNamed(stream, index, 'state');
      stream.response.pause();
      let held = 0;
      for (let sent = 0; sent < UNREAD_BYTES; sent += LONG_VERSES * LONG_TEXT.length) {
        await long.push('Psalm 119', { replace: true });
        held = Math.max(held, ...[...sockets].map((socket) => socket.writableLength));
      }
      assert.ok(held > 0 && held < HELD_MAX_BYTES, `${held} bytes are held`);
      await other.push('John 3:2');
      // Behind as the long one is: each of these must not be left waiting on a line that others keep open.
      await deleted.push('John 3:2');
      await deleted.write('DELETE', '');
      await locked.push('John 3:2');
      await locked.write('POST', '/audience-secret', {});
      stream.response.resume();
      await takeNamed(stream, 2, 'gone');
      await eventually('the page whose Live was locked is notified', async () => namesOf(stream, 3).includes('closed'));
      await eventually('the others have their whole states', async () =>
        [0, 1].every((index) => namesOf(stream, index).filter((name) => name === 'state').length === 2),
      );
      const latest = (index: number): ViewerState =>
        JSON.parse(stream.events.findLast((event) => event.subscription === index && event.name === 'state')!.data);
      assert.equal(latest(0).items.length, LONG_VERSES);
      assert.deepEqual(
        latest(1).items.map(({ text }) => text),
        ['First words.', 'Second words.'],
      );
      await other.push('John 3:1');
      await eventually('changes go on', async () => namesOf(stream, 1).at(-1) === 'change');
      stream.close();
    });
  });
}

/** Resolves when one page has an event of that name that comes next or later. */
const takeNamed = (stream: AudienceStream, subscription: number, name: string): Promise<ReceivedStreamEvent> =>
  stream.take((event) => event.subscription === subscription && event.name === name);
