import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PICTURES_PER_LIVE_MAX, PICTURES_PER_SESSION_MAX } from '../../../src/contract/limits.ts';
import { picturePath } from '../../../src/contract/picture.ts';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { setRestricted } from '../../../src/domain/account/owners/restriction.ts';
import { api, assertProblem, createTestLive, sendRequest } from '../../support/requests/api.ts';
import { createMember, createPerson, type Person, setRole } from '../../support/requests/members.ts';
import { openAuthorizationBrowser } from '../../support/requests/oauth-flow.ts';
import { type AudienceStream, openStreamAt } from '../../support/requests/stream.ts';
import { createTestUser } from '../../support/requests/tokens.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const VERSES = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [index + 1, `This is verse ${index + 1}.`]));
type Signed = Pick<Person, 'browser'>;

const FRAME = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe', accept: 'text/html' };
/** Time within which a picture ends after access was revoked. */
const ENDS_MAX_MS = 5_000;

const cookieOf = ({ browser }: Signed): string => `lectern_session=${browser.cookies.get('lectern_session')}`;
const named = (name: string) => (event: { name: string }) => event.name === name;

for (const engine of PAGE_ENGINES) {
  describe(`pictures of what is on air on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: [smallEdition('one', { 43: { 3: VERSES } })] });

    const page = (
      live: Pick<OwnedLive, 'liveId'>,
      person: Signed | null,
      headers: Record<string, string> = FRAME,
      query = '',
    ) =>
      sendRequest(world.url, 'GET', `${picturePath(live.liveId)}${query}`, undefined, {
        ...headers,
        ...(person && { cookie: cookieOf(person) }),
      });
    const streamOf = ({ liveId }: Pick<OwnedLive, 'liveId'>, view = 'screen') =>
      `${picturePath(liveId)}/stream?view=${view}`;
    const stream = (live: Pick<OwnedLive, 'liveId'>, person: Person, view?: string): Promise<AudienceStream> =>
      openStreamAt(`${world.url}${streamOf(live, view)}`, { cookie: cookieOf(person) });
    const refused = (live: Pick<OwnedLive, 'liveId'>, headers: Record<string, string>) =>
      sendRequest(world.url, 'GET', streamOf(live), undefined, headers);
    const end = async (picture: AudienceStream): Promise<void> => {
      picture.close();
      await picture.ended;
    };

    it('[D63] when a member of any role opens a picture, then it is the page of an output in a frame of ours, with what is shown', async () => {
      const live = await world.openLive();
      await live.push('John 3:16');
      for (const role of ['owner', 'admin', 'operator', 'viewer'] as const) {
        const person = await createMember(world.lectern, live.owner, role);
        const { status, headers, body } = await page(live, person);
        assert.equal(status, 200, role);
        assert.match(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'self'$/);
        assert.deepEqual([headers.get('cache-control'), headers.get('x-frame-options')], ['no-store', null]);
        assert.deepEqual(headers.getSetCookie(), []);
        assert.ok(body.includes('This is verse 16.') && body.includes('data-view="screen"'), role);
        assert.ok(body.includes('<main inert>') && body.includes(streamOf(live)), role);
      }
    });

    it('[D63] when no user is signed in, then there is a notice, whether or not there is such a Live', async () => {
      const live = await world.openLive();
      await live.push('John 3:16');
      for (const each of [live, { ...live, liveId: 'none' }]) {
        const { status, body } = await page(each, null);
        assert.equal(status, 403);
        assert.ok(body.includes('Sign in again to see what is on air.') && !body.includes('verse 16'));
        assertProblem(await refused(each, {}), 403, 'forbidden');
      }
    });

    it('[D63] when a Live is of others, then its picture is not found, as that of none', async () => {
      const live = await world.openLive();
      await live.push('John 3:16');
      const user = await createTestUser(world.lectern);
      const stranger = { browser: await openAuthorizationBrowser(world.lectern, user) };
      const own = { liveId: (await createTestLive(user)).id };
      const none = { ...live, liveId: 'none' };
      const bodies = new Set<string>();
      for (const each of [live, none]) {
        const { status, body } = await page(each, stranger);
        assert.equal(status, 404);
        bodies.add(body);
        assertProblem(await refused(each, { cookie: cookieOf(stranger) }), 404, 'not_found');
      }
      assert.equal(bodies.size, 1);
      assert.equal((await page(own, stranger)).status, 200, 'a Live of the own account');
      const member = await createMember(world.lectern, live.owner, 'owner');
      assert.equal((await page(own, member)).status, 404);
    });

    it('[D63] when the page is not in a frame of ours, or another site asks for its stream, then there is no picture', async () => {
      const live = await world.openLive();
      await live.push('John 3:16');
      const person = await createMember(world.lectern, live.owner, 'operator');
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
        { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
        { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'object' },
        { origin: 'https://elsewhere.example' },
      ];
      for (const headers of foreign) {
        const { status, body } = await page(live, person, headers);
        assert.equal(status, 403, JSON.stringify(headers));
        assert.ok(body.includes('This picture is only available in the console.') && !body.includes('verse 16'));
      }
      for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        assertProblem(await refused(live, { cookie: cookieOf(person), ...headers } as never), 403, 'forbidden');
      }
      // A browser on plain HTTP says nothing of where it comes from.
      assert.equal((await page(live, person, {})).status, 200);
    });

    it('[D63] when a browser has the cookie alone, then REST does not know it; a bearer credential opens no picture', async () => {
      const live = await world.openLive();
      const person = await createMember(world.lectern, live.owner, 'owner');
      const path = `/v1/lives/${live.liveId}`;
      assertProblem(
        await sendRequest(world.url, 'GET', path, undefined, { cookie: cookieOf(person) }),
        401,
        'invalid_token',
      );
      assertProblem(await refused(live, { authorization: `Bearer ${live.token}` }), 403, 'forbidden');
    });

    it('[D54] when the queue is long, then the stream has the page that is shown and the next one, at each step', async () => {
      const live = await world.openLive();
      await live.write('PATCH', '/paging', { lines: 3, page_characters: 320 });
      await live.push('John 3:1-30');
      const person = await createMember(world.lectern, live.owner, 'operator');
      const picture = await stream(live, person);
      const texts = ({ items }: ViewerState) => items.map(({ verse }) => verse);
      const first = await picture.takeState();
      assert.deepEqual(texts(first), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
      await live.write('POST', '/step', { by: 2 });
      const later = await picture.takeState();
      assert.deepEqual(texts(later), [7, 8, 9, 10, 11, 12, 13, 14, 15]);
      assert.deepEqual([later.focus, later.lines], [later.items[0]!.id, 3]);
      assert.ok(!picture.events.some(named('change')));
      await end(picture);
    });

    it('[D60], [D62] when the Live is hidden, then a picture of the screen shows nothing; one of the stage keeps its text and message', async () => {
      const live = await world.openLive();
      await live.push('John 3:16');
      await live.write('PATCH', '/playback', { paused: true });
      await live.call('PUT', '/stage', { body: { message: 'Wrap up', countdown_to: null } });
      const person = await createMember(world.lectern, live.owner, 'viewer');
      for (const [view, shown] of [
        ['screen', false],
        ['lower-third', false],
        ['stage', true],
      ] as const) {
        const { status, body } = await page(live, person, FRAME, `?view=${view}`);
        assert.deepEqual([status, body.includes('verse 16'), body.includes('Wrap up')], [200, shown, shown], view);
        assert.ok(body.includes(`data-view="${view}"`), view);
        const picture = await stream(live, person, view);
        const { items, stage } = await picture.takeState();
        assert.deepEqual([items.length, stage?.notes?.message], shown ? [1, 'Wrap up'] : [0, undefined], view);
        await end(picture);
      }
      assert.ok((await page(live, person, FRAME, '?view=reader')).body.includes('data-view="screen"'));
    });

    it('[D63] when pictures are open, then they are no viewers, no outputs and no watches, and an audience secret does not shut them out', async () => {
      const live = await world.openLive();
      const person = await createMember(world.lectern, live.owner, 'operator');
      const picture = await stream(live, person);
      await picture.takeState();
      const client = api(world.lectern, live.owner);
      const path = `/v1/lives/${live.liveId}`;
      const viewers = await client.get(`${path}/viewers`);
      assert.deepEqual([viewers.body.viewers, viewers.body.peak], [0, 0]);
      assert.deepEqual((await client.get(`${path}/operators`)).body.data.length, 1, 'who has configured the Live');
      const { etag } = await client.get(path);
      assert.equal((await client.post(`${path}/audience-secret`, {}, { ifMatch: etag! })).status, 200);
      await live.read();
      await live.push('John 3:16');
      assert.ok(await picture.take(({ data }) => data.includes('verse 16')));
      assert.ok(!picture.events.some(named('closed')));
      assert.equal((await page(live, person)).status, 200);
      await end(picture);
    });

    it('[D63] when the session, the membership or the Live ends, then the stream ends within five seconds; that of others goes on', async () => {
      const live = await world.openLive();
      const gone = await world.openLive({}, live.owner);
      const { installation } = world.lectern;
      const [leaves, signsOut, stays] = await Promise.all(
        Array.from({ length: 3 }, () => createMember(world.lectern, live.owner, 'operator')),
      );
      const pictures = await Promise.all([stream(live, leaves!), stream(live, signsOut!), stream(gone, stays!)]);
      const kept = await stream(live, stays!);
      await Promise.all([...pictures, kept].map((each) => each.takeState()));
      const begun = Date.now();
      await installation.administration.removeMember({ organization: live.owner.id, email: leaves!.email });
      const { user } = (await installation.sessions.find(signsOut!.browser.cookies.get('lectern_session')))!;
      const actor = {
        channel: 'page',
        userId: user.id,
        credentialId: null,
        operation: 'test',
        requestId: 'test',
      } as const;
      await installation.sessions.endAll(user, null, actor);
      await gone.write('DELETE', '');
      assert.deepEqual(await Promise.all(pictures.map(({ ended }) => ended)), [true, true, true]);
      assert.ok(Date.now() - begun < ENDS_MAX_MS, `${Date.now() - begun} ms`);
      assert.deepEqual(
        pictures.map(({ events }) => events.at(-1)!.name),
        ['closed', 'closed', 'gone'],
      );
      assertProblem(await refused(live, { cookie: cookieOf(leaves!) }), 404, 'not_found');
      assertProblem(await refused(live, { cookie: cookieOf(signsOut!) }), 403, 'forbidden');
      await setRole(world.lectern, live.owner, stays!, 'viewer');
      await live.read();
      await live.push('John 3:17');
      assert.ok(await kept.take(({ data }) => data.includes('verse 17')));
      await end(kept);
    });

    it('[D42] when processing is restricted, then the picture ends, and a notice stands there without a reason', async () => {
      const live = await world.openLive();
      await live.push('John 3:16');
      const person = await createMember(world.lectern, live.owner, 'operator');
      const picture = await stream(live, person);
      await picture.takeState();
      await setRestricted(world.lectern.installation, live.owner.id, true);
      await picture.take(named('closed'));
      assert.equal(await picture.ended, true);
      assertProblem(await refused(live, { cookie: cookieOf(person) }), 403, 'processing_restricted');
      const { status, body } = await page(live, person);
      assert.equal(status, 403);
      assert.ok(body.includes('This display is not available right now.') && !body.includes('verse 16'));
      await setRestricted(world.lectern.installation, live.owner.id, false);
      assert.equal((await page(live, person)).status, 200);
    });

    it('[D63] when a session opens more pictures than it may, then the oldest ends', async () => {
      const live = await world.openLive();
      const [person, other] = [await createPerson(world.lectern), await createPerson(world.lectern)];
      for (const each of [person, other]) await setRole(world.lectern, live.owner, each, 'operator');
      const foreign = await stream(live, other);
      const pictures: AudienceStream[] = [];
      for (let count = 0; count < PICTURES_PER_SESSION_MAX + 1; count++) pictures.push(await stream(live, person));
      const [oldest, ...others] = pictures;
      assert.equal(JSON.parse((await oldest!.take(named('ended'))).data), 'replaced');
      assert.equal(await oldest!.ended, true);
      for (const each of [foreign, ...others]) await each.takeState();
      await live.push('John 3:16');
      for (const each of [foreign, ...others]) await each.take(({ data }) => data.includes('verse 16'));
      await Promise.all([foreign, ...others].map(end));
    });

    it('[D63] when a Live has as many pictures as it may, then a further one has to wait, and gets the place of one that ends', async () => {
      const live = await world.openLive();
      const pictures: AudienceStream[] = [];
      let person = await createMember(world.lectern, live.owner, 'viewer');
      while (pictures.length < PICTURES_PER_LIVE_MAX) {
        const some = Math.min(PICTURES_PER_SESSION_MAX, PICTURES_PER_LIVE_MAX - pictures.length);
        const member = person;
        pictures.push(...(await Promise.all(Array.from({ length: some }, () => stream(live, member)))));
        person = await createMember(world.lectern, live.owner, 'viewer');
      }
      const full = await refused(live, { cookie: cookieOf(person) });
      assertProblem(full, 503, 'unavailable');
      assert.equal(full.headers.get('retry-after'), '5');
      await end(pictures.pop()!);
      // The server learns a moment later that it has ended.
      const deadline = Date.now() + ENDS_MAX_MS;
      let last: AudienceStream | null = null;
      while (!last && Date.now() < deadline) last = await stream(live, person).catch(() => null);
      assert.ok(last);
      await Promise.all([...pictures, last].map(end));
    });
  });
}
