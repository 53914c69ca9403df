import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toDeckAttribution } from '../../../src/contract/deck-attribution.ts';
import { PREVIEW_PATH } from '../../../src/contract/preview.ts';
import type { Chapter } from '../../../src/contract/schemas/lookup.ts';
import type { Slide } from '../../../src/contract/schemas/presentation.ts';
import type { ViewerSlide } from '../../../src/contract/viewer.ts';
import { toStoredViewerImage } from '../../../src/contract/viewer-content.ts';
import { toPreviewPassage, toPreviewSlide } from '../../../web/preview/preview-states.ts';
import { api, sendRequest } from '../../support/requests/api.ts';
import { createPerson, type Person } from '../../support/requests/members.ts';
import { addImage, organizationRestPath, publish } from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const VERSES = { 43: { 3: { 16: 'For God so loved', 17: 'not to condemn', 18: 'is not condemned' } } };
const EDITIONS = [smallEdition('one', VERSES), smallEdition('zwei', VERSES, { language: 'de' })];
const FRAME = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe', accept: 'text/html' };

for (const engine of PAGE_ENGINES) {
  describe(`previews of drafts on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: EDITIONS });

    const open = (person: Person | null, headers: Record<string, string> = FRAME, query = '?view=stage&lang=de') =>
      sendRequest(world.url, 'GET', `${PREVIEW_PATH}${query}`, undefined, {
        ...headers,
        ...(person && { cookie: `lectern_session=${person.browser.cookies.get('lectern_session')}` }),
      });

    it('[D63] when a signed-in person opens a preview in a frame of ours, then it is the audience page without a Live, its policy, and images that the page creates', async () => {
      const { status, headers, body } = await open(await createPerson(world.lectern));
      assert.equal(status, 200);
      const policy = headers.get('content-security-policy')!;
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'self'$/);
      assert.match(policy, /img-src 'self' data: blob:;/);
      assert.deepEqual([headers.get('cache-control'), headers.getSetCookie()], ['no-store', []]);
      assert.match(body, /<html lang="de" data-view="stage"/);
      assert.ok(body.includes('<main inert>') && body.includes('data-stream="" data-preview'));
      assert.ok(!body.includes('id="state"') && !body.includes('data-live'));
    });

    it('[D63] when there is no session, then a notice says so', async () => {
      for (const [query, text] of [
        ['?lang=en', 'Sign in again to see the preview.'],
        ['?lang=de', 'Melden Sie sich erneut an, um die Vorschau zu sehen.'],
      ] as const) {
        const { status, headers, body } = await open(null, FRAME, query);
        assert.deepEqual([status, body.includes(text), body.includes('data-preview')], [403, true, false]);
        assert.doesNotMatch(headers.get('content-security-policy')!, /blob:/);
      }
    });

    it('[D63] when the page is not in a frame of ours, then there is no preview', async () => {
      const person = await createPerson(world.lectern);
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
        { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
        { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'object' },
        { origin: 'https://elsewhere.example' },
      ];
      for (const headers of foreign) {
        const { status, body } = await open(person, headers, '?lang=en');
        assert.equal(status, 403, JSON.stringify(headers));
        assert.ok(body.includes('This preview is only available in the console.') && !body.includes('data-preview'));
      }
      // A browser on plain HTTP does not say where the request comes from.
      assert.equal((await open(person, {})).status, 200);
    });

    it('[D26] when a draft slide is published and shown, then its preview had the same content', async () => {
      const live = await world.openLive();
      const client = api(world.lectern, live.owner);
      const image = await addImage(client);
      const john = { book_id: 43, chapter: 3 };
      const draft = [
        { layout: 'title', title: 'The Prodigal Son', text: 'Luke 15' },
        { layout: 'text', title: 'Welcome', text: 'To all\nwho come' },
        { layout: 'scripture', title: 'Read', reference: { ...john, verse: 16, end_verse: 99 } },
        { layout: 'scripture', reference: { ...john, verse: 17 } },
        { layout: 'scripture', reference: { ...john, translation: 'zwei' } },
        { layout: 'scripture', reference: { ...john, verse: 16, end_verse: 17, translation: 'zwei' } },
        { layout: 'scripture', reference: { book_id: 43 } },
        { layout: 'image', title: 'Hills', image: image.id },
        { layout: 'blank' },
      ];
      const footer = { authors: 'John Newton', ccli: '22025' };
      const song = { title: 'Amazing grace', kind: 'song', slides: draft, footer };
      const { status, body: deck } = await client.post(`${organizationRestPath(client)}/decks`, song);
      assert.equal(status, 201, JSON.stringify(deck));
      const { body: snapshot } = await publish(client, deck);
      for (const [index, slide] of deck.slides.entries()) {
        await live.write('PUT', '/presentation', { snapshot_id: snapshot.id, index });
        const viewer = await joinAudience(world.url, live.liveId);
        viewer.close();
        const content = {
          image: toStoredViewerImage(image.id, image),
          attribution: toDeckAttribution(deck),
          sung: true,
          ...(await readContent(live, slide)),
        };
        assert.deepEqual(withoutIds(toPreviewSlide(slide, content)), withoutIds(viewer.state.slide!), `slide ${index}`);
      }
    });

    /** Reads the verses of a slide over REST, as an editor does. */
    async function readContent(live: OwnedLive, { reference }: Pick<Slide, 'reference'>) {
      if (!reference) return {};
      const client = api(world.lectern, live.owner);
      const { book_id, chapter = 3, verse, end_verse = verse, translation: slug = 'one' } = reference;
      const { body: edition } = await client.get(`/v1/translations/${slug}`);
      const { body: books } = await client.get('/v1/books');
      const path = `/v1/lives/${live.liveId}/chapters/${book_id}/${chapter}?translations=${slug}`;
      const passage = toPreviewPassage((await client.get(path)).body as Chapter, edition, { verse, end_verse });
      return { passage, book: books.data.find(({ id }: { id: number }) => id === book_id).names[edition.language] };
    }
  });
}

/** Replaces the ids of verses and editions, which a draft does not have, by their positions. */
function withoutIds({ passage, ...slide }: ViewerSlide) {
  if (!passage) return { ...slide, passage };
  const keys = Object.keys(passage.editions);
  return {
    ...slide,
    passage: {
      reference: passage.reference,
      verses: passage.verses.map((verse, id) => ({ ...verse, id, edition: keys.indexOf(verse.edition) })),
      editions: Object.values(passage.editions).map(({ slug: _, ...edition }) => edition),
    },
  };
}
