import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ROLES } from '../../../src/contract/scopes.ts';
import { startConsole } from '../../support/browser/console.ts';
import { type Api, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createMember, organizationPagePath } from '../../support/requests/members.ts';
import { openOutputEntrance } from '../../support/requests/output-entrance.ts';
import { assertPointer, organizationRestPath } from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const EDITIONS = ['one', 'two'].map((slug) =>
  smallEdition(slug, { 43: { 3: { 16: 'God so loved', 17: 'God sent' } } }),
);
const SLIDES = [{ id: 'v1', layout: 'text', text: 'Amazing grace' }];
const FOOTER = { authors: 'John Newton', copyright: 'Public Domain', ccli: '22025', source: null };
const SONG = { kind: 'song', title: 'Amazing Grace', slides: SLIDES, footer: FOOTER };
const DAY = '2026-03-01';
const CSV = { headers: { accept: 'text/csv' } };

for (const engine of ENGINES) {
  describe(`[D77] usage of songs and editions on ${engine}`, () => {
    let now = Date.parse(`${DAY}T09:00:00Z`);
    const later = (seconds: number) => {
      now += seconds * 1000;
    };
    const world = useInProcessServer({ engine, editions: EDITIONS, clock: () => now });
    let live: OwnedLive;
    let client: Api;
    const begin = async () => {
      live = await world.openLive();
      client = api(world.lectern, live.owner);
    };
    const usagePath = (from = DAY, to = DAY) => `${organizationRestPath(client)}/usage?from=${from}&to=${to}`;
    const read = async () => {
      const { status, body } = await client.get(usagePath());
      assert.equal(status, 200, JSON.stringify(body));
      return body.data.map(({ title, count }: JsonDocument) => `${count} ${title}`);
    };
    const createSong = async (more: object = {}): Promise<JsonDocument> => {
      const made = await client.post(`${organizationRestPath(client)}/decks`, { ...SONG, ...more });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body;
    };
    const present = (deck: { id: string }, more: object = {}) =>
      live.write('PUT', '/presentation', { deck_id: deck.id, ...more });
    const pause = (paused: boolean) => live.write('PATCH', '/playback', { paused });

    it('when songs, slides and passages are shown, then songs and each edition are counted from 10 seconds on, in JSON and CSV', async () => {
      await begin();
      const empty = await client.get(usagePath());
      assert.deepEqual([empty.status, empty.body], [200, { since: null, data: [] }]);
      const songbook = { name: 'Hymnal', number: '316' };
      const song = await createSong({ songbook });
      const evil = await createSong({ title: '=1+1', footer: { ...FOOTER, authors: '"A", B', copyright: '\t@x' } });
      const slides = await createSong({ kind: 'slides', title: 'Notices' });
      for (const deck of [song, evil, slides]) {
        await present(deck);
        later(10);
      }
      await live.write('DELETE', '/presentation');
      await live.push('John 3:16', { translations: ['one', 'two'] });
      later(9.9);
      await present(song, { blank: true });
      later(60);
      await live.write('DELETE', '/presentation');
      await live.push('John 3:17', { translations: ['two'] });
      later(0.1);
      await pause(true);
      const { status, headers, etag, body } = await client.get(usagePath());
      assert.equal(status, 200);
      assert.deepEqual(body, {
        since: DAY,
        data: [
          { ...rowOf(evil), copyright: '@x', count: 1 },
          { ...rowOf(song), songbook, count: 1 },
          {
            ...{
              day: DAY,
              live_id: live.liveId,
              what: 'edition',
              title: 'Edition two',
              copyright: 'two, public domain',
            },
            ...{ authors: null, ccli: null, songbook: null, count: 1 },
          },
        ],
      });
      assert.match(headers.get('vary')!, /\bAccept\b/);
      const unchanged = await client.get(usagePath(), { headers: { 'if-none-match': etag! } });
      assert.equal(unchanged.status, 304);
      const csv = await client.get(usagePath(), CSV);
      assert.match(csv.headers.get('content-type')!, /^text\/csv; charset=utf-8\b/);
      assert.notEqual(csv.etag, etag);
      const tail = `${DAY},${live.liveId}`;
      assert.deepEqual(csv.body.split('\r\n'), [
        'day,live_id,what,title,authors,copyright,ccli,songbook,songbook_number,count',
        `${tail},song,'=1+1,"""A"", B",'@x,22025,,,1`,
        `${tail},song,Amazing Grace,John Newton,Public Domain,22025,Hymnal,316,1`,
        `${tail},edition,Edition two,,"two, public domain",,,,1`,
        '',
      ]);
      const { data } = (await client.get(`${organizationRestPath(client)}/decks`)).body;
      assert.deepEqual(Object.fromEntries(data.map(({ id, last_used }: JsonDocument) => [id, last_used])), {
        [song.id]: DAY,
        [evil.id]: DAY,
        [slides.id]: null,
      });
    });
    const rowOf = ({ title, footer }: JsonDocument) => ({
      ...{ day: DAY, live_id: live.liveId, what: 'song', title, songbook: null },
      ...{ authors: footer.authors, copyright: footer.copyright, ccli: footer.ccli },
    });

    it('when a song is still on air, then the report has it, and its end does not count it again, whichever reads or writes', async () => {
      await begin();
      const song = await createSong();
      await present(song);
      later(9.9);
      assert.deepEqual(await read(), []);
      later(0.1);
      assert.deepEqual(await read(), ['1 Amazing Grace']);
      assert.deepEqual(await read(), ['1 Amazing Grace']);
      await pause(true);
      assert.deepEqual(await read(), ['1 Amazing Grace']);
      later(5 * 60);
      await pause(false);
      later(60);
      await pause(true);
      assert.deepEqual(await read(), ['1 Amazing Grace']);
      later(10 * 60);
      await pause(false);
      later(60);
      assert.deepEqual(await read(), ['2 Amazing Grace']);
    });

    it('when deck and Live are deleted while the song is on air, then it stays in the report as it was called', async () => {
      await begin();
      const song = await createSong({ title: 'Gone' });
      await present(song);
      later(30);
      const path = `${organizationRestPath(client)}/decks/${song.id}`;
      const { etag } = await client.get(path);
      assert.equal((await client.delete(path, { ifMatch: etag! })).status, 204);
      const { etag: current } = await client.get(`/v1/lives/${live.liveId}`);
      assert.equal((await client.delete(`/v1/lives/${live.liveId}`, { ifMatch: current! })).status, 204);
      assert.deepEqual(await read(), ['1 Gone']);
    });

    it('when the period is missing, no period, or longer than 399 days, then it is refused with the parameter', async () => {
      await begin();
      const path = `${organizationRestPath(client)}/usage`;
      const parameterOf = async (query: string) => {
        const refused = await client.get(`${path}?${query}`);
        assertProblem(refused, 422, 'invalid_fields');
        return refused.body.errors[0].parameter;
      };
      assert.equal((await client.get(`${path}?from=2026-01-01&to=2027-02-04`)).status, 200);
      assert.equal(await parameterOf('from=2026-01-01&to=2027-02-05'), 'to');
      assert.equal(await parameterOf('from=2026-01-02&to=2026-01-01'), 'to');
      assert.equal(await parameterOf('from=2026-02-30&to=2026-03-01'), 'from');
      assert.equal(await parameterOf('to=2026-03-01'), 'from');
      assert.equal(await parameterOf('from=2026-03-01'), 'to');
      assertProblem(await client.get(usagePath(), { token: null }), 401, 'invalid_token');
      const others = api(world.lectern, await world.createOrganization());
      assertProblem(await others.get(usagePath()), 404, 'not_found');
    });

    it('when a license is set, then song slides show it to the audience at once, and neither stages nor other slides do', async () => {
      await begin();
      const path = `${organizationRestPath(client)}/licence`;
      assert.deepEqual((await client.get(path)).body, { ccli_licence: null });
      await present(await createSong());
      const viewer = await joinAudience(world.url, live.liveId);
      const attributions = ({ slide }: { slide: { attribution?: string } | null }) => slide?.attribution;
      const footer = 'Amazing Grace · John Newton · Public Domain · CCLI Song #22025';
      await viewer.comesTo(footer, attributions);
      const set = await client.patch(path, { ccli_licence: ' 1234567 ' });
      assert.deepEqual([set.status, set.body], [200, { ccli_licence: '1234567' }]);
      const shown = `${footer} · CCLI License #1234567`;
      await viewer.comesTo(shown, attributions);
      const seenBy = async (view: string) => {
        const { body } = await client.post(`/v1/lives/${live.liveId}/outputs`, { name: view, view });
        const door = openOutputEntrance(world.url, body.url);
        const stream = await door.stream(await door.enter());
        const state = await stream.takeState();
        stream.close();
        return state.slide!.attribution;
      };
      assert.deepEqual(await Promise.all(['screen', 'lower-third', 'reader', 'stage'].map(seenBy)), [
        ...[shown, shown, shown],
        footer,
      ]);
      assert.equal((await client.get(`/v1/lives/${live.liveId}/now`)).body.slide.attribution, shown);
      await present(await createSong({ kind: 'slides', title: 'Notices' }));
      await viewer.comesTo(footer.slice('Amazing Grace · '.length), attributions);
      await client.patch(path, { ccli_licence: null });
      viewer.close();
      assert.deepEqual((await client.get(path)).body, { ccli_licence: null });
      const page = { limit: 1, before: null, since: null };
      const owner = { kind: 'organization', id: live.owner.id } as const;
      const [latest] = await world.lectern.installation.storage.audit.list(owner, page);
      assert.equal(latest?.operation, 'updateLicence');
      const { etag } = await client.get(path);
      assert.equal((await client.get(path, { headers: { 'if-none-match': etag! } })).status, 304);
    });

    it('when the page is opened, then it adds up the period by room, offers it as CSV, and saves the license', async () => {
      await begin();
      const { browser } = await createMember(world.lectern, live.owner, 'admin');
      const path = `${organizationPagePath(live.owner)}/usage`;
      const open = async (query = '') => (await browser.get(`${path}${query}`)).text;
      assert.match(await open(), /Nothing has been counted yet/);
      const song = await createSong({ title: '<Grace>' });
      for (const seconds of [60, 60]) {
        await present(song);
        later(seconds);
        await pause(true);
        later(11 * 60);
      }
      const text = await open();
      assert.match(text, /Counted since March 1, 2026\./);
      assert.match(text, /<td dir="auto">&lt;Grace&gt;<\/td>.*<td[^>]*>22025<\/td>.*<td>2×<\/td><\/tr>/);
      assert.ok(!text.includes('<th>Rooms</th>'));
      const first = live;
      live = await world.openLive({ name: 'Chapel' }, first.owner);
      await present(song);
      later(30);
      const both = await open();
      assert.match(both, /<td>3×<\/td><td dir="auto">Chapel 1× · Live 2×<\/td>/);
      assert.match(await open('?from=2026-01-01&to=2026-02-28'), /Nothing was shown in this period/);
      assert.match(await open('?from=2025-01-01&to=2026-03-01'), /at most 400 days/);
      assert.match(await open('?from=nonsense'), /value="2026-03-01"/);
      const file = await browser.get(`${path}/csv?from=2026-03-01&to=2026-03-31`);
      assert.match(file.headers.get('content-disposition')!, /filename="usage-2026-03-01-2026-03-31\.csv"/);
      assert.match(file.text, /^\ufeff?day,live_id,/);
      assert.match(file.text, /,song,<Grace>,John Newton,Public Domain,22025,,,2\r\n/);
      const saved = await browser.submit(await browser.get(path), { licence: '1234567' }, `${path}/licence`);
      assert.match((await browser.follow(saved)).text, /The license number was saved/);
      assert.deepEqual((await client.get(`${organizationRestPath(client)}/licence`)).body, { ccli_licence: '1234567' });
      const refused = await browser.submit(await browser.get(path), { licence: 'x'.repeat(21) }, `${path}/licence`);
      assert.deepEqual([refused.status, /1 to 20 characters/.test(refused.text)], [422, true]);
      await browser.submit(await browser.get(path), { licence: ' ' }, `${path}/licence`);
      assert.deepEqual((await client.get(`${organizationRestPath(client)}/licence`)).body, { ccli_licence: null });
    });

    it('when the number is no license, or a member has no right to set it, then it is refused', async () => {
      await begin();
      const path = `${organizationRestPath(client)}/licence`;
      assertPointer(await client.patch(path, { ccli_licence: ' ' }), 'invalid_fields', '/ccli_licence');
      assertPointer(await client.patch(path, { ccli_licence: 'x'.repeat(21) }), 'invalid_fields', '/ccli_licence');
      assertPointer(await client.patch(path, { ccli_licence: 'a\u0007' }), 'invalid_fields', '/ccli_licence');
      assertPointer(await client.patch(path, {}), 'invalid_fields', '/ccli_licence');
      assert.equal((await client.patch(path, { ccli_licence: 'x'.repeat(20) })).status, 200);
      for (const role of ROLES) {
        const person = await createMember(world.lectern, live.owner, role);
        const { client: console } = await startConsole(world.lectern, person.browser, live.owner);
        const { status } = await console.patch(path, { ccli_licence: role });
        assert.equal(status, role === 'owner' || role === 'admin' ? 200 : 403, role);
        const page = await person.browser.get(`${organizationPagePath(live.owner)}/usage`);
        const isOffered = page.forms.some(({ action }) => action.pathname.endsWith('/licence'));
        assert.deepEqual([page.status, isOffered], [200, role === 'owner' || role === 'admin'], role);
      }
    });
  });
}
