import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createFixture, FIXTURE_SLUG, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { openStream } from '../../support/requests/stream.ts';
import { PAGE_ENGINES, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const EMPTY = { message: null, countdown_to: null, flash: false };
const TEXT = 'Two minutes left';
const TIME = '2026-11-29T10:00:00.000Z';

const put = (controller: LiveController, body: unknown) => controller.send('PUT', '/stage', body, { 'if-match': null });

/** Succeeds; returns what is then read. */
async function write(controller: LiveController, body: object) {
  const written = await put(controller, body);
  assert.deepEqual([written.status, written.etag], [200, null], JSON.stringify(written.body));
  const read = await controller.get('/stage');
  assert.deepEqual([read.status, read.etag], [200, null]);
  assert.deepEqual(read.body, written.body);
  return read.body;
}

for (const engine of PAGE_ENGINES) {
  describe(`[D62] the stage message, on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let owners: TestOwner[];
    before(async () => {
      await importFixtureEdition(lectern);
      owners = await Promise.all(
        (['organization', 'account'] as const).map(async (kind) => (await createFixture(lectern, kind)).client.owner),
      );
    });

    const open = async (owner = owners[0]!): Promise<LiveController> => {
      const controller = await createLiveController(lectern, owner, { translations: [FIXTURE_SLUG] });
      await controller.push({ book_id: 43 });
      return controller;
    };

    it('when a Live is new, then it has no message and no countdown', async () => {
      for (const owner of owners)
        assert.deepEqual((await (await createLiveController(lectern, owner)).get('/stage')).body, EMPTY);
    });

    it('[D6] when a message is put without If-Match, then it is read again, and neither sequence nor ETag moves', async () => {
      for (const owner of owners) {
        const controller = await open(owner);
        const before = await controller.everything();
        for (const body of [
          { message: TEXT, countdown_to: TIME, flash: true },
          { message: null, countdown_to: TIME, flash: true },
          { message: 'Line 1\nLine 2', countdown_to: null, flash: false },
          EMPTY,
        ]) {
          assert.deepEqual(await write(controller, body), body);
        }
        assert.deepEqual(await controller.everything(), before);
      }
    });

    it('when the Live is stopped, then a message is put all the same', async () => {
      const controller = await open();
      await controller.play({ status: 'stopped' });
      const plain = { message: TEXT, countdown_to: null, flash: false };
      assert.deepEqual(await write(controller, { message: TEXT, countdown_to: null }), plain);
    });

    it('[D76] when a message does not say whether it flashes, then it is as before; without a message it is false', async () => {
      const controller = await open();
      await write(controller, { message: TEXT, countdown_to: null, flash: true });
      const next = await write(controller, { message: 'Next', countdown_to: null });
      assert.deepEqual(next, { message: 'Next', countdown_to: null, flash: true });
      assert.deepEqual(await write(controller, { message: null, countdown_to: null }), EMPTY);
      assert.equal((await write(controller, { message: TEXT, countdown_to: null })).flash, false);
    });

    it('when nothing is left to see of a message, then it is null; space around it is removed', async () => {
      const controller = await open();
      for (const message of ['', ' ', '\n\t ', '\u200b']) {
        await write(controller, { message: TEXT, countdown_to: null });
        assert.deepEqual(await write(controller, { message, countdown_to: null }), EMPTY);
      }
      assert.equal((await write(controller, { message: `  ${TEXT}\n`, countdown_to: null })).message, TEXT);
    });

    it('[D7] when a countdown has an offset, then it is kept in UTC', async () => {
      const controller = await open();
      for (const countdown_to of ['2026-11-29T11:00:00+01:00', '2026-11-29T10:00:00Z', '2026-11-29T04:30:00.0-05:30']) {
        assert.deepEqual(await write(controller, { message: null, countdown_to }), {
          message: null,
          countdown_to: TIME,
          flash: false,
        });
      }
    });

    it('[Limits] when a message is too long, then it is refused and the present one stays', async () => {
      const controller = await open();
      const longest = { message: '\u{1F514}'.repeat(500), countdown_to: null, flash: false };
      assert.deepEqual(await write(controller, longest), longest);
      assertProblem(await put(controller, { ...longest, message: `${longest.message}!` }), 422, 'invalid_fields');
      assert.deepEqual((await controller.get('/stage')).body, longest);
    });

    it('[D1] when a body is malformed, then it is refused by field and changes nothing', async () => {
      const controller = await open();
      const kept = await write(controller, { message: TEXT, countdown_to: TIME });
      const wrong: [body: unknown, pointer: string][] = [
        [{ message: TEXT }, '/countdown_to'],
        [{ countdown_to: TIME }, '/message'],
        [{ ...EMPTY, color: 'red' }, '/color'],
        [{ ...EMPTY, message: 5 }, '/message'],
        [{ ...EMPTY, message: 'a\u0007b' }, '/message'],
        [{ ...EMPTY, message: '\ud800' }, '/message'],
        ...[
          'tomorrow',
          '',
          '2026-11-29',
          '2026-11-29T10:00:00',
          '2026-02-30T10:00:00Z',
          '2026-11-29T25:00:00Z',
          '2016-12-31T23:59:60Z',
          '9999-12-31T23:59:59-01:00',
          1_795_000_000,
        ].map((countdown_to): [unknown, string] => [{ ...EMPTY, countdown_to }, '/countdown_to']),
      ];
      for (const [body, pointer] of wrong) {
        const response = await put(controller, body);
        assertProblem(response, 422, 'invalid_fields');
        const pointers = response.body.errors.map((error: JsonDocument) => error.pointer);
        assert.deepEqual(pointers, [pointer], JSON.stringify(body));
      }
      assert.deepEqual((await controller.get('/stage')).body, kept);
    });

    it('[D4] when the Live is another owner’s or deleted, then its stage is 404', async () => {
      const controller = await open();
      await write(controller, { message: TEXT, countdown_to: null });
      const other = controlLive(lectern, owners[1]!, controller.id, controller.etag);
      assertProblem(await other.get('/stage'), 404, 'not_found');
      assertProblem(await put(other, EMPTY), 404, 'not_found');
      assert.equal((await controller.send('DELETE', '')).status, 204);
      assertProblem(await controller.get('/stage'), 404, 'not_found');
      assertProblem(await put(controller, EMPTY), 404, 'not_found');
    });

    it('[D43] when a message is put, then the audit names who did it, and not what it says', async () => {
      const client: Api = api(lectern, owners[1]!);
      const controller = await open(owners[1]!);
      await write(controller, { message: TEXT, countdown_to: null });
      const { body } = await client.get(`/v1/accounts/${owners[1]!.id}/audit?limit=1`);
      const [entry] = body.data;
      assert.deepEqual(
        [entry.operation, entry.resource, entry.resource_name, entry.channel, entry.before, entry.after],
        ['updateStage', controller.id, 'Live', 'rest', null, null],
      );
      assert.ok(!JSON.stringify(entry).includes(TEXT));
    });

    it('[Events 2] when a message is put, then waiting polls of the events are not woken, and their cursor stays', async () => {
      const controller = await open();
      const first = await readSnapshot(lectern, controller);
      const waiting = beginPoll(lectern, controller, { after: first.cursor });
      await waitUntilParked(waiting);
      await write(controller, { message: TEXT, countdown_to: TIME });
      await waitUntilParked(waiting);
      const now = await readSnapshot(lectern, controller);
      assert.equal(now.cursor, first.cursor);
      assert.ok(!JSON.stringify(now).includes(TEXT));
      await controller.push({ book_id: 43 });
      const { sequence } = requireEvent(await waiting.response, controller, 'live.changed');
      assert.equal(sequence, first.sequence + 1);
    });

    it('[D44] when a message is put, then the audience gets nothing of it, neither those who watch nor those who come', async () => {
      const controller = await open();
      const viewer = await openStream(lectern.url, controller.id);
      const { version } = await viewer.takeState();
      await write(controller, { message: TEXT, countdown_to: TIME });
      await controller.push({ book_id: 43 });
      const change = await viewer.takeChange();
      assert.equal(change.from, version, 'the change after the message follows the state before it');
      const late = await openStream(lectern.url, controller.id);
      await late.takeState();
      const page = await (await fetch(`${lectern.url}/l/${controller.id}`)).text();
      const received = [...viewer.events, ...late.events].map(({ data }) => data);
      for (const text of [page, ...received]) assert.ok(!text.includes(TEXT) && !text.includes(TIME), text);
      assert.deepEqual(
        viewer.events.map(({ name }) => name).filter((name) => name !== 'beat'),
        ['state', 'change'],
      );
      viewer.close();
      late.close();
    });

    it('when those who follow a Live in this process hear of a message, then they hear of it once, beside the same content', async () => {
      const controller = await open();
      const heard: unknown[] = [];
      const received = Promise.withResolvers<void>();
      const following = await lectern.installation.lives.follow(controller.id, ({ before, after, queue }) => {
        heard.push([
          before.backstage.stage,
          after?.backstage.stage,
          before.record === after?.record || before.record.sequence === after?.record.sequence,
          queue,
        ]);
        received.resolve();
      });
      await write(controller, { message: TEXT, countdown_to: null });
      await received.promise;
      assert.deepEqual(heard, [[null, { message: TEXT, countdownTo: null, flash: false }, true, []]]);
      assert.deepEqual(following!.state!.backstage.stage, { message: TEXT, countdownTo: null, flash: false });
      following!.close();
    });

    it('[D44] when the content changes and when the server restarts, then the message is there still', async () => {
      const controller = await open();
      const kept = await write(controller, { message: TEXT, countdown_to: TIME });
      await controller.push({ book_id: 43 });
      await controller.play({ paused: true });
      assert.equal((await controller.send('DELETE', '/stack')).status, 200);
      assert.deepEqual((await controller.get('/stage')).body, kept);
      await lectern.restart();
      assert.deepEqual((await controller.on(lectern).get('/stage')).body, kept);
    });
  });
}

describe('[D62] the stage message on three nodes over one PostgreSQL', () => {
  const cluster = useNodes(3);
  let owner: TestOwner;
  before(async () => {
    await importFixtureEdition(cluster.nodes[0]!);
    owner = (await createFixture(cluster.nodes[0]!, 'organization')).client.owner;
  });

  it('when a message is put on one node, then every other reads it at once, and those who follow there hear of it', async () => {
    const controller = await createLiveController(cluster.nodes[0]!, owner, { translations: [FIXTURE_SLUG] });
    const controllers = cluster.nodes.map((lectern) => controlLive(lectern, owner, controller.id, controller.etag));
    const followers = await Promise.all(
      cluster.nodes.map(async ({ installation }) => {
        const heard: (string | null | undefined)[] = [];
        let wake = () => {};
        const following = await installation.lives.follow(controller.id, ({ after }) => {
          heard.push(after?.backstage.stage?.message);
          wake();
        });
        const hears = async (text: string) => {
          while (heard.at(-1) !== text) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        };
        return { following: following!, heard, hears };
      }),
    );
    for (const [index, writer] of controllers.entries()) {
      const text = `From node ${index}`;
      await write(writer, { message: text, countdown_to: null });
      for (const reader of controllers) assert.equal((await reader.get('/stage')).body.message, text);
      await Promise.all(followers.map(({ hears }) => hears(text)));
      // A change of the content does not bring back an earlier message.
      await writer.get();
      await writer.push({ book_id: 43 });
      for (const reader of controllers) assert.equal((await reader.get('/stage')).body.message, text);
    }
    for (const { following, heard } of followers) {
      following.close();
      const texts = heard.filter((text, index) => text !== heard[index - 1]);
      assert.deepEqual(texts, ['From node 0', 'From node 1', 'From node 2']);
    }
  });
});
