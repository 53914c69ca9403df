import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Api, api, assertProblem, type JsonDocument, sendRequest } from '../../support/requests/api.ts';
import { openOutputEntrance } from '../../support/requests/output-entrance.ts';
import { assertPointer, deckPath, organizationRestPath } from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const TEXT = 'Amazing grace\nhow sweet the sound';
const TRANSLATIONS = [{ language_tag: 'de', text: 'O Gnade Gottes, wunderbar' }];
const CHORDS = [
  { line: 0, at: 0, chord: 'Hm7/F#' },
  { line: 1, at: 4, chord: 'Gsus4' },
];
const SLIDES = [{ id: 'v1', layout: 'text', text: TEXT, translations: TRANSLATIONS, chords: CHORDS }];
const SONGBOOK = { name: 'Hymnal', number: '0316' };
const SONG = { title: 'Amazing Grace', kind: 'song', slides: SLIDES, language_tag: 'EN-us', songbook: SONGBOOK };

for (const engine of PAGE_ENGINES) {
  describe(`[D77] texts, chords and numbers of songs on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: 'starter' });
    let live: OwnedLive;
    let client: Api;
    before(async () => {
      live = await world.openLive();
      client = api(world.lectern, live.owner);
    });
    const make = async (song: object): Promise<JsonDocument> => {
      const made = await client.post(`${organizationRestPath(client)}/decks`, song);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return { ...made.body, etag: made.etag };
    };
    const lookUp = async (q: string) =>
      (await client.get(`/v1/lives/${live.liveId}/lookup?q=${encodeURIComponent(q)}`)).body;

    it('when a PUT leaves out what is new, then it stays, also chords where the text is as it was; empty lists end it', async () => {
      const { etag, ...deck } = await make(SONG);
      assert.deepEqual([deck.language_tag, deck.songbook], ['en-US', SONGBOOK]);
      assert.deepEqual([deck.slides[0].translations, deck.slides[0].chords], [TRANSLATIONS, CHORDS]);
      const path = deckPath(client, deck as { id: string });
      const text = `O ${TEXT}`;
      const older = { title: 'Grace', slides: [{ id: 'v1', layout: 'text', text }] };
      const kept = await client.put(path, older, { ifMatch: etag });
      assert.deepEqual([kept.body.language_tag, kept.body.songbook], ['en-US', SONGBOOK]);
      const [slide] = kept.body.slides;
      assert.deepEqual([slide.translations, slide.chords], [TRANSLATIONS, [{ ...CHORDS[0], at: 2 }, CHORDS[1]]]);
      const none = {
        title: 'Grace',
        slides: [{ id: 'v1', layout: 'text', text, translations: [], chords: [] }],
        language_tag: null,
        songbook: null,
      };
      const { body } = await client.put(path, none, { ifMatch: kept.etag! });
      assert.deepEqual(
        [Object.keys(body.slides[0]), body.language_tag, body.songbook],
        [['id', 'layout', 'title', 'text', 'reference', 'image'], null, null],
      );
    });

    it('when they exceed what a slide shows, then they are refused', async () => {
      const post = (fields: object) =>
        client.post(`${organizationRestPath(client)}/decks`, { ...SONG, slides: [{ ...SLIDES[0], ...fields }] });
      const behind = await post({ chords: [{ line: 9, at: 99, chord: 'C' }] });
      const lines = TEXT.split('\n');
      assert.deepEqual(behind.body.slides[0].chords, [
        { line: lines.length - 1, at: lines.at(-1)!.length, chord: 'C' },
      ]);
      assertPointer(await post({ layout: 'title' }), 'invalid_fields', '/slides/0/translations');
      assertProblem(await post({ chords: [{ line: 0, at: 0, chord: 'C G' }] }), 422, 'invalid_fields');
      assertProblem(await post({ translations: Array(4).fill(TRANSLATIONS[0]) }), 422, 'invalid_fields');
      assertProblem(await post({ translations: [{ language_tag: 'x', text: 'A' }] }), 422, 'invalid_fields');
      const song = { ...SONG, songbook: { name: ' ', number: '1' } };
      const refused = await client.post(`${organizationRestPath(client)}/decks`, song);
      assertPointer(refused, 'invalid_fields', '/songbook/name');
    });

    it('when a song is shown, then all get its texts, and chords are on the stage alone', async () => {
      const deck = await make({ ...SONG, title: 'On air', songbook: null });
      await live.write('PUT', '/presentation', { deck_id: deck.id });
      const { body: now } = await client.get(`/v1/lives/${live.liveId}/now`);
      assert.deepEqual(now.slide.texts, [{ language_tag: 'en-US', text: TEXT }, ...TRANSLATIONS]);
      const texts = [
        { language: 'en-US', text: TEXT },
        { language: 'de', text: TRANSLATIONS[0]!.text },
      ];
      const viewer = await joinAudience(world.url, live.liveId);
      assert.deepEqual([viewer.state.slide!.text, viewer.state.slide!.texts], [TEXT, texts]);
      const received = viewer.stream.events.map(({ data }) => data).join('');
      viewer.close();
      const page = await sendRequest(world.url, 'GET', `/l/${live.liveId}?view=stage`);
      const open = async (view: string) => {
        const { body } = await client.post(`/v1/lives/${live.liveId}/outputs`, { name: view, view });
        const door = openOutputEntrance(world.url, body.url);
        const stream = await door.stream(await door.enter());
        const state = await stream.takeState();
        stream.close();
        return state;
      };
      const others = await Promise.all(['screen', 'lower-third', 'reader'].map(open));
      for (const given of [JSON.stringify(now), received, page.body, JSON.stringify(others)]) {
        for (const { chord } of CHORDS) assert.ok(!given.includes(chord), given);
      }
      assert.ok(page.body.includes('Amazing grace'), 'the page embeds the state');
      assert.deepEqual((await open('stage')).stage!.chords, CHORDS);
    });

    it('when words of another language are typed, then the song is found by them', async () => {
      await make({ ...SONG, title: 'Found', songbook: null });
      const { data } = await lookUp('gnade gottes');
      const { deck_line: line, deck_first_line: first } = data.find(
        ({ reference }: JsonDocument) => reference === 'Found',
      );
      assert.deepEqual([line, first], [TRANSLATIONS[0]!.text, 'Amazing grace']);
    });

    it('when digits are typed, then songs of this number come first with their books, and one is clear only if it is alone', async () => {
      await make({ ...SONG, title: 'Hymn', songbook: { name: 'Hymnal', number: '04711' } });
      await make({ title: '4711 Titles', slides: [] });
      const alone = await lookUp('4711');
      assert.deepEqual(
        [alone.reading, alone.data.map(({ reference }: JsonDocument) => reference)],
        ['one', ['Hymn', '4711 Titles']],
      );
      assert.deepEqual(alone.data[0].deck_songbook, { name: 'Hymnal', number: '04711' });
      await make({ ...SONG, title: 'Hymn', songbook: { name: 'EG', number: '4711' } });
      const { reading, data } = await lookUp('04711');
      assert.deepEqual(
        [
          reading,
          data
            .slice(0, 2)
            .map(({ deck_songbook }: JsonDocument) => deck_songbook.name)
            .toSorted(),
        ],
        ['several', ['EG', 'Hymnal']],
      );
      const list = (await client.get(`${organizationRestPath(client)}/decks`)).body.data;
      const { first_line, songbook } = list.find(({ songbook }: JsonDocument) => songbook?.name === 'EG');
      assert.deepEqual([first_line, songbook.number], ['Amazing grace', '4711']);
    });
  });
}
