import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import type { RemoteState } from '../../../src/contract/remote.ts';
import { api, assertProblem, sendRequest } from '../../support/requests/api.ts';
import { createMember, createPerson, type Person, setRole } from '../../support/requests/members.ts';
import { createSnapshot } from '../../support/requests/presentation.ts';
import {
  createRemoteLink,
  type RemoteEntrance,
  readRemoteEnd,
  readRemoteState,
  remoteEntrance,
} from '../../support/requests/remote-entrance.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const VERSES = { 16: 'For God so loved the world', 17: 'not to condemn the world', 18: 'is not condemned' };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Within which a page must have ended. */
const SECOND_MS = 1_000;

interface OpenRemote {
  readonly live: OwnedLive;
  readonly maker: Person;
  readonly door: RemoteEntrance;
}

for (const engine of PAGE_ENGINES) {
  describe(`pages of remote links on ${engine}`, () => {
    let ahead = 0;
    const world = useInProcessServer({
      engine,
      clock: () => Date.now() + ahead,
      editions: [smallEdition('one', { 43: { 3: VERSES } })],
    });

    const open = async (link: { name?: string; hours?: number } = {}): Promise<OpenRemote> => {
      const { lectern } = world;
      const live = await world.openLive();
      const maker = await createMember(lectern, live.owner, 'operator');
      const url = await createRemoteLink(lectern, { liveId: live.liveId, userId: maker.id, ...link });
      return { live, maker, door: remoteEntrance(world.url, url) };
    };
    const sequenceOf = async (live: OwnedLive): Promise<number> => (await live.read()).sequence;
    const readAudit = async ({ owner }: OwnedLive) =>
      world.lectern.installation.storage.audit.list(owner, { limit: 5, before: null, since: null });
    const assertEnded = async ({ door }: OpenRemote, cookie: string) => {
      const page = await door.page(cookie);
      assert.equal(page.status, 404);
      assert.ok(page.body.includes('This link has ended'));
      for (const response of [
        await door.admit(),
        await door.step(cookie, { by: 1, sequence: 0 }),
        await door.hide(cookie, { hidden: true, sequence: 0 }),
        await door.send('step', { by: 1, sequence: 0 }, {}),
      ]) {
        assertProblem(response, 404, 'not_found');
      }
    };

    it('[D68] when the page is opened without the key, then it shows nothing of the Live and says what to do', async () => {
      const { live, door } = await open();
      await live.push('John 3:16');
      const { status, headers, body } = await door.page();
      assert.equal(status, 403);
      assert.equal(headers.get('content-security-policy'), POLICY);
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.ok(body.includes('Open the complete link that you were given'));
      assert.ok(!body.includes('loved') && !body.includes(live.liveId));
    });

    it('[D68] when the address ends in a slash, then it leads to the one without it', async () => {
      const { door } = await open();
      const response = await fetch(`${world.url}${door.path}/?lang=de`, { redirect: 'manual' });
      assert.deepEqual([response.status, response.headers.get('location')], [308, `${door.path}?lang=de`]);
    });

    it('[D68] when the key is given, then a cookie for this link alone, as long as it lasts, opens its page, which holds what is shown', async () => {
      const { live, door } = await open({ hours: 2 });
      await live.push('John 3:16');
      const response = await door.admit();
      assert.deepEqual(
        [response.status, response.body, response.headers.get('cache-control')],
        [204, null, 'no-store'],
      );
      const cookie = response.headers.getSetCookie()[0]!;
      assert.match(cookie, new RegExp(`^lectern_remote_${door.id}=[A-Za-z0-9_-]{43}; `));
      for (const attribute of ['HttpOnly', 'SameSite=Lax', `Path=/r/${door.id}`]) {
        assert.ok(cookie.includes(attribute), cookie);
      }
      const seconds = Number(/Max-Age=(\d+)/.exec(cookie)![1]);
      assert.ok(seconds > 7_100 && seconds <= 7_200, cookie);
      const { status, headers, body } = await door.page(cookie.split(';')[0]!);
      assert.deepEqual([status, headers.get('content-security-policy')], [200, POLICY]);
      assert.ok(body.includes('For God so loved the world'));
      assert.ok(!body.includes(door.key));
    });

    it('[D68], [D35] when what is given is not the key, then no cookie is given, and nothing opens', async () => {
      const one = await open();
      const other = await open();
      for (const key of ['', 'rem_', other.door.key, `${one.door.key.slice(0, -1)}!`, one.door.id]) {
        const response = await one.door.admit({ key });
        assertProblem(response, 403, 'forbidden');
        assert.deepEqual(response.headers.getSetCookie(), []);
      }
      const foreign = await other.door.enter();
      const renamed = foreign.replace(other.door.id, one.door.id);
      for (const cookie of [foreign, renamed, `lectern_remote_${one.door.id}=`, undefined]) {
        assert.equal((await one.door.page(cookie)).status, 403);
        assertProblem(await one.door.step(cookie, { by: 1, sequence: 0 }), 403, 'forbidden');
        assertProblem(await one.door.hide(cookie, { hidden: true, sequence: 0 }), 403, 'forbidden');
      }
    });

    it('[D68] when the key is used as a bearer, then REST refuses it', async () => {
      const { live, door } = await open();
      const response = await sendRequest(world.url, 'GET', `/v1/lives/${live.liveId}`, undefined, {
        authorization: `Bearer ${door.key}`,
      });
      assertProblem(response, 401, 'invalid_token');
    });

    it('[D68] when a link is made, then the database has the hash of its key alone', async () => {
      const { door } = await open();
      const [link] = await world.lectern.installation.storage.remoteLinks.findAll([door.id]);
      assert.match(door.key, /^rem_[0-9A-Za-z]{49}$/);
      assert.ok(!JSON.stringify(link).includes(door.key.slice(4)));
    });

    it('[D68] when the page is open, then it gets the page, those beside it, whether it is shown, and nothing else', async () => {
      const { live, door } = await open();
      const stream = await door.stream(await door.enter());
      const empty = await readRemoteState(stream);
      assert.deepEqual([empty.current, empty.previous, empty.next, empty.showing], [null, null, null, false]);
      await live.push('John 3:16-17');
      const { name, sequence } = await live.read();
      assert.deepEqual(await readRemoteState(stream), {
        sequence,
        name,
        mode: 'reader',
        showing: true,
        stopped: false,
        current: {
          title: 'John 3:16',
          texts: [{ language: 'en', text: VERSES[16] }],
          part: 0,
          parts: 1,
        },
        previous: null,
        next: { title: 'John 3:17', text: VERSES[17], language: 'en' },
      } satisfies RemoteState);
      stream.close();
    });

    it('[D68], [D56] when it steps, then the focus moves by one page, and at the ends of the queue nothing changes', async () => {
      const { live, door } = await open();
      await live.push('John 3:16-17');
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      await readRemoteState(stream);
      let sequence = await sequenceOf(live);
      const response = await door.step(cookie, { by: 1, sequence });
      assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-store']);
      assert.deepEqual(response.body, await readRemoteState(stream));
      assert.deepEqual(
        [response.body.sequence, response.body.current!.title, response.body.previous!.title, response.body.next],
        [++sequence, 'John 3:17', 'John 3:16', null],
        'John 3:18 is not queued: no step leads there',
      );
      assert.equal((await door.step(cookie, { by: 1, sequence })).body.sequence, sequence);
      const back = await door.step(cookie, { by: -1, sequence });
      assert.deepEqual([back.body.sequence, back.body.current.title], [sequence + 1, 'John 3:16']);
      assert.equal((await live.readQueue()).items.length, 2);
      stream.close();
    });

    it('[D68], [D5] when it names another sequence, then it is 412, and nothing was changed', async () => {
      const { live, door } = await open();
      await live.push('John 3:16-17');
      const sequence = await sequenceOf(live);
      const cookie = await door.enter();
      for (const other of [0, sequence - 1, sequence + 1, Number.MAX_SAFE_INTEGER]) {
        assertProblem(await door.step(cookie, { by: 1, sequence: other }), 412, 'stale_validator');
        assertProblem(await door.hide(cookie, { hidden: true, sequence: other }), 412, 'stale_validator');
      }
      assert.equal(await sequenceOf(live), sequence);
    });

    it('[D68] when it hides and steps, then the Live stays hidden until it is shown again', async () => {
      const { live, door } = await open();
      await live.push('John 3:16-17');
      const cookie = await door.enter();
      let sequence = await sequenceOf(live);
      const hidden = await door.hide(cookie, { hidden: true, sequence });
      assert.deepEqual([hidden.status, hidden.body.showing, hidden.body.sequence], [200, false, ++sequence]);
      assert.equal(hidden.body.current.title, 'John 3:16', 'who steps sees what is hidden');
      assert.equal(
        (await door.hide(cookie, { hidden: true, sequence })).body.sequence,
        sequence,
        'it is hidden already',
      );
      const stepped = await door.step(cookie, { by: 1, sequence });
      assert.deepEqual([stepped.body.showing, stepped.body.sequence], [false, ++sequence]);
      const shown = await door.hide(cookie, { hidden: false, sequence });
      assert.deepEqual([shown.body.showing, shown.body.current.title], [true, 'John 3:17']);
    });

    it('[D68], [D27] when slides are shown, then it steps by slides, and gets the title of the next one', async () => {
      const { live, door } = await open();
      const snapshot = await createSnapshot(api(world.lectern, live.owner), [
        { layout: 'title', title: 'First' },
        { layout: 'text', text: 'Second' },
      ]);
      await live.read();
      await live.write('PUT', '/presentation', { snapshot_id: snapshot.id });
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      const first = await readRemoteState(stream);
      assert.deepEqual(
        [first.mode, first.current, first.previous, first.next],
        [
          'presentation',
          { title: 'First', texts: [], part: 0, parts: 2 },
          null,
          { title: 'Second', text: null, language: null },
        ],
      );
      const { body } = await door.step(cookie, { by: 1, sequence: first.sequence });
      assert.deepEqual(
        [body.current, body.previous, body.next],
        [
          { title: null, texts: [{ language: null, text: 'Second' }], part: 1, parts: 2 },
          { title: null, text: null, language: null },
          null,
        ],
      );
      stream.close();
    });

    it('[D68] when there is nothing to step, or the Live is stopped, then the response says so', async () => {
      const { live, door } = await open();
      const cookie = await door.enter();
      assertProblem(await door.step(cookie, { by: 1, sequence: await sequenceOf(live) }), 409, 'queue_empty');
      await live.push('John 3:16-17');
      await live.write('PATCH', '/playback', { status: 'stopped' });
      const sequence = await sequenceOf(live);
      assertProblem(await door.hide(cookie, { hidden: false, sequence }), 409, 'live_stopped');
      const { status, body } = await door.step(cookie, { by: 1, sequence });
      assert.deepEqual([status, body.stopped, body.showing], [200, true, false]);
    });

    it('[D68] when a page of another site, no JSON, or something else is sent, then it is refused', async () => {
      const { live, door } = await open();
      await live.push('John 3:16-17');
      const sequence = await sequenceOf(live);
      const cookie = await door.enter();
      const foreign: Record<string, string>[] = [
        { origin: 'https://elsewhere.example' },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of foreign) {
        assertProblem(await door.admit({ key: door.key }, headers), 403, 'forbidden');
        assertProblem(await door.step(cookie, { by: 1, sequence }, headers), 403, 'forbidden');
        assertProblem(await door.hide(cookie, { hidden: true, sequence }, headers), 403, 'forbidden');
      }
      const text = { 'content-type': 'text/plain' };
      assertProblem(await door.admit({ key: door.key }, text), 415, 'unsupported_media_type');
      assertProblem(await door.step(cookie, { by: 1, sequence }, text), 415, 'unsupported_media_type');
      assertProblem(await door.admit({ key: door.key, more: 1 }), 422, 'invalid_fields');
      assertProblem(await door.admit({ key: 'x'.repeat(600) }), 413, 'body_too_large');
      const wrongSteps: object[] = [
        { by: 0 },
        { by: 2 },
        { by: '1' },
        { by: 1, unit: 'page' },
        { by: 1, beyond: true },
      ];
      for (const body of wrongSteps) {
        assertProblem(await door.step(cookie, { sequence, ...body }), 422, 'invalid_fields');
      }
      for (const body of [{ by: 1 }, { by: 1, sequence: -1 }, { by: 1, sequence: 1.5 }]) {
        assertProblem(await door.step(cookie, body), 422, 'invalid_fields');
      }
      for (const body of [{ sequence }, { hidden: 1, sequence }, { hidden: true }]) {
        assertProblem(await door.hide(cookie, body), 422, 'invalid_fields');
      }
      assertProblem(await door.step(cookie, { by: 1, sequence, more: 'x'.repeat(512) }), 413, 'body_too_large');
      assertProblem(await door.step(cookie, '{'), 400, 'malformed_json');
      assert.equal(await sequenceOf(live), sequence);
    });

    it('[D68] when it asks for more than ten things in a second, then it has to wait', async () => {
      const { door } = await open();
      const cookie = await door.enter();
      const responses = await Promise.all(
        Array.from({ length: 40 }, () => door.step(cookie, { by: 1, sequence: Number.MAX_SAFE_INTEGER })),
      );
      const refused = responses.filter(({ status }) => status === 429);
      // They may come in three seconds.
      assert.ok(refused.length >= 10, String(refused.length));
      for (const response of refused) {
        assertProblem(response, 429, 'rate_limited');
        assert.equal(response.headers.get('retry-after'), '1');
      }
    });

    it('[D68] when a sixth page is opened, then the oldest ends and says so, and the others go on', async () => {
      const { live, door } = await open();
      const cookie = await door.enter();
      const streams = [];
      for (let page = 0; page < 6; page++) {
        streams.push(await door.stream(cookie));
        await readRemoteState(streams[page]!);
      }
      assert.equal(await readRemoteEnd(streams[0]!), 'replaced');
      const [link] = await world.lectern.installation.remoteLinks.list(live.liveId);
      assert.equal(link!.connections, 5);
      assert.ok(Math.abs(Date.parse(link!.lastUsedAt!) - Date.now()) < 60_000);
      for (const stream of streams.slice(1)) {
        assert.ok(!stream.events.some(({ name }) => name === 'ended'));
        stream.close();
      }
    });

    it('[D68] when a link is ended by hand, then its open page ends within a second, and it opens nothing', async () => {
      const remote = await open();
      const { live, maker, door } = remote;
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      await readRemoteState(stream);
      const { record } = (await world.lectern.installation.lives.find(live.liveId))!;
      const actor = {
        channel: 'page',
        userId: maker.id,
        credentialId: null,
        operation: 'endRemoteLink',
        requestId: null,
      } as const;
      await world.lectern.installation.remoteLinks.end(record, door.id, actor);
      const endedAt = Date.now();
      assert.equal(await readRemoteEnd(stream), 'ended');
      assert.ok(Date.now() - endedAt < SECOND_MS);
      await assertEnded(remote, cookie);
    });

    it('[D68] when its time is over, then its open page ends, and it opens nothing', async () => {
      const remote = await open({ hours: 1 });
      const cookie = await remote.door.enter();
      const stream = await remote.door.stream(cookie);
      await readRemoteState(stream);
      ahead = 3_600_000;
      try {
        assert.equal(await readRemoteEnd(stream), 'ended');
        await assertEnded(remote, cookie);
      } finally {
        ahead = 0;
      }
    });

    it('[D68] when its maker is no member any more, or may only view, then it ends for good, also where the maker gets the role again', async () => {
      const { lectern } = world;
      const { administration } = lectern.installation;
      for (const take of [
        ({ live, maker }: OpenRemote) =>
          administration.removeMember({ organization: live.owner.id, email: maker.email }),
        ({ live, maker }: OpenRemote) => setRole(lectern, live.owner, maker, 'viewer'),
      ]) {
        const remote = await open();
        const cookie = await remote.door.enter();
        const stream = await remote.door.stream(cookie);
        await readRemoteState(stream);
        await take(remote);
        const takenAt = Date.now();
        assert.equal(await readRemoteEnd(stream), 'ended');
        assert.ok(Date.now() - takenAt < SECOND_MS);
        await setRole(lectern, remote.live.owner, remote.maker, 'operator');
        await assertEnded(remote, cookie);
      }
    });

    it('[D68] when its maker is disabled, then it does not work, until the maker is enabled again', async () => {
      const { maker, door } = await open();
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      await readRemoteState(stream);
      await executeCommand(world.lectern.installation, 'user disable', { email: maker.email });
      assert.equal(await readRemoteEnd(stream), 'ended');
      assert.equal((await door.page(cookie)).status, 404);
      await executeCommand(world.lectern.installation, 'user enable', { email: maker.email });
      assert.equal((await door.page(cookie)).status, 200);
    });

    it('[D68], [D42] when the owner is restricted, then the page ends, and comes back when the restriction is lifted', async () => {
      const { live, door } = await open();
      await live.push('John 3:16');
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      await readRemoteState(stream);
      const restrict = (restricted: boolean) =>
        executeCommand(world.lectern.installation, `account ${restricted ? 'restrict' : 'unrestrict'}`, {
          id: live.owner.id,
        });
      await restrict(true);
      assert.equal(await readRemoteEnd(stream), 'restricted');
      const page = await door.page(cookie);
      assert.equal(page.status, 403);
      assert.ok(page.body.includes('Not available right now') && !page.body.includes('loved'));
      assertProblem(await door.step(cookie, { by: 1, sequence: 0 }), 403, 'processing_restricted');
      await restrict(false);
      assert.equal((await door.page(cookie)).status, 200);
    });

    it('[D68] when the Live is deleted, then the page hears that it is gone, and the link goes with it', async () => {
      const remote = await open();
      const { live, door } = remote;
      const cookie = await door.enter();
      const stream = await door.stream(cookie);
      await readRemoteState(stream);
      await live.read();
      await live.call('DELETE', '', { ifMatch: live.etag });
      assert.equal(await readRemoteEnd(stream), 'gone');
      await assertEnded(remote, cookie);
      assert.deepEqual(await world.lectern.installation.storage.remoteLinks.findAll([door.id]), []);
    });

    it('[D68], [D52] when the account of the maker is deleted, then the links of other Lives end too', async () => {
      const { lectern } = world;
      const live = await world.openLive();
      const maker = await createMember(lectern, live.owner, 'operator');
      const url = await createRemoteLink(lectern, { liveId: live.liveId, userId: maker.id });
      const door = remoteEntrance(world.url, url);
      const cookie = await door.enter();
      const { accountId } = (await lectern.installation.storage.accounts.findUserByEmail(maker.email))!;
      await executeCommand(lectern.installation, 'account delete', { id: accountId });
      await assertEnded({ live, maker, door }, cookie);
    });

    it('[D68], [D43] when it steps and hides, then the Live names the link, and the audit the link and its maker', async () => {
      const { live, maker, door } = await open({ name: 'Pulpit' });
      await live.push('John 3:16-17');
      const cookie = await door.enter();
      const sequence = await sequenceOf(live);
      const isNamed = async (operation: string) => {
        const { changed } = (await live.call('GET', '/now')).body;
        assert.deepEqual([changed.by, changed.operation], ['Pulpit', operation]);
      };
      await door.step(cookie, { by: 1, sequence });
      await isNamed('stepByRemote');
      await door.hide(cookie, { hidden: true, sequence: sequence + 1 });
      await isNamed('hideByRemote');
      await door.hide(cookie, { hidden: false, sequence: sequence + 2 });
      await isNamed('showByRemote');
      const records = (await readAudit(live)).slice(0, 3);
      assert.deepEqual(
        records.map(({ operation, channel, userId, credentialId, detail, before, after }) => [
          operation,
          channel,
          userId,
          credentialId,
          detail,
          before,
          after,
        ]),
        [
          ['showByRemote', 'page', maker.id, door.id, 'shown', sequence + 2, sequence + 3],
          ['hideByRemote', 'page', maker.id, door.id, 'hidden', sequence + 1, sequence + 2],
          ['stepByRemote', 'page', maker.id, door.id, 'Book 43 3:17', sequence, sequence + 1],
        ],
      );
      const admin = await createMember(world.lectern, live.owner, 'admin');
      const { text } = await admin.browser.get(`/account/organizations/${live.owner.id}/activity`);
      const makerName = (await world.lectern.installation.remoteLinks.list(live.liveId))[0]!.creator.name;
      assert.ok(text.includes(`<strong>Pulpit</strong> (${makerName})`), text);
    });

    it('[D68], [D64] when its page is open, then it is named among the operators', async () => {
      const { live, door } = await open({ name: 'Pulpit' });
      const stream = await door.stream(await door.enter());
      await readRemoteState(stream);
      const { data } = (await live.call('GET', '/operators')).body;
      const found = data.find(({ kind }: { kind: string }) => kind === 'remote');
      assert.equal(found.name, 'Pulpit');
      assert.ok(Math.abs(Date.parse(found.since) - Date.now()) < 60_000);
      stream.close();
    });

    it('[D68] when a link of a personal Live is made, then it works as long as its owner is enabled', async () => {
      const { lectern } = world;
      const person = await createPerson(lectern);
      const { accountId } = (await lectern.installation.storage.accounts.findUserByEmail(person.email))!;
      const owner = { kind: 'account', id: accountId } as const;
      const actor = {
        channel: 'page',
        userId: person.id,
        credentialId: null,
        operation: 'x',
        requestId: null,
      } as const;
      const { record } = await lectern.installation.lives.create(owner, 'Own', actor);
      const url = await createRemoteLink(lectern, { liveId: record.id, userId: person.id });
      const door = remoteEntrance(world.url, url);
      const cookie = await door.enter();
      assert.equal((await door.page(cookie)).status, 200);
      // A user who is not a member gets no working link.
      const stranger = await createPerson(lectern);
      await assert.rejects(createRemoteLink(lectern, { liveId: record.id, userId: stranger.id }), {
        code: 'not_found',
      });
    });

    it('[D68] when a link has ended for longer than the audit is kept, then it is removed', async () => {
      const { live, maker, door } = await open();
      const { storage } = world.lectern.installation;
      const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      await administrationRemove(live, maker);
      await storage.remoteLinks.deleteExpired(later(-1), 10);
      assert.equal((await storage.remoteLinks.findAll([door.id])).length, 1);
      assert.ok((await storage.remoteLinks.deleteExpired(later(1), 100)) >= 1);
      assert.deepEqual(await storage.remoteLinks.findAll([door.id]), []);
    });

    const administrationRemove = ({ owner }: OwnedLive, { email }: Person) =>
      world.lectern.installation.administration.removeMember({ organization: owner.id, email });
  });
}
