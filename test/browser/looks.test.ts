import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventuallyEquals, SCREEN_SIZE } from '../support/browser/audience-pages.ts';
import { api } from '../support/requests/api.ts';
import { addImage, organizationRestPath } from '../support/requests/presentation.ts';
import { smallEdition } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const VERSE = 'For God so loved the world';
const SONG = 'Amazing grace how sweet the sound';

describe('[D76] looks in a browser', () => {
  const world = useInProcessServer({ editions: [smallEdition('one', { 43: { 3: { 16: VERSE } } })] });

  it('when a verse and a song have looks, then each has its image and font, the old image stays until the new one is there, and an image of the output wins', async () => {
    const live = await world.openLive();
    const client = api(world.lectern, live.owner);
    const organization = organizationRestPath(client);
    const addId = async (light: number): Promise<string> => (await addImage(client, light)).id;
    const [behindVerse, behindSong, own] = [await addId(255), await addId(128), await addId(1)];
    const { etag } = await client.get(`${organization}/looks`);
    const looks = { verse: { background_image: behindVerse }, song: { font: 'mono', background_image: behindSong } };
    assert.equal((await client.put(`${organization}/looks`, looks, { ifMatch: etag! })).status, 200);
    const outputs = `/v1/lives/${live.liveId}/outputs`;
    const { body: output } = await client.post(outputs, {
      name: 'Projector',
      view: 'screen',
      settings: { background_image: own },
    });
    const slides = [{ id: 'v1', layout: 'text', text: SONG }];
    const deck = await client.post(`${organization}/decks`, { title: 'Grace', kind: 'song', slides });
    const { body: song } = await client.post(`${organization}/decks/${deck.body.id}/snapshots`, {});

    const open = async (url: string) => {
      const page = await (await (await world.browser()).newContext(SCREEN_SIZE)).newPage();
      await page.goto(url);
      return page;
    };
    const link = `${world.url}/l/${live.liveId}`;
    const screen = await open(`${link}?view=screen`);
    const others = [await open(`${link}?view=lower-third`), await open(link)];
    const projector = await open(output.url);
    const imagesOf = (page: typeof screen) =>
      page
        .locator('.backdrop[data-ready="true"] img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    const fontOf = () =>
      screen
        .locator('.frame .body')
        .last()
        .evaluate((body) => body.ownerDocument.defaultView.getComputedStyle(body).fontFamily);

    await live.push('John 3:16');
    await eventuallyEquals([`/media/${behindVerse}`], () => imagesOf(screen));
    const shade = await screen.locator('.backdrop').evaluate((one) => Number(one.style.getPropertyValue('--shade')));
    assert.ok(shade > 0 && shade < 1, `${shade}`);
    const fontOfVerse = await fontOf();
    let proceed = () => {};
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    await screen.route(`**/media/${behindSong}`, async (route) => {
      await held;
      await route.continue();
    });
    await live.write('PUT', '/presentation', { snapshot_id: song.id });
    await screen.getByText(SONG).waitFor();
    assert.deepEqual(await imagesOf(screen), [`/media/${behindVerse}`], 'the text is first');
    assert.notEqual(await fontOf(), fontOfVerse);
    proceed();
    await eventuallyEquals([`/media/${behindSong}`], () => imagesOf(screen));
    await eventuallyEquals([`/media/${own}`], () => imagesOf(projector));
    for (const page of others) {
      await page.getByText(SONG).first().waitFor();
      assert.deepEqual(await imagesOf(page), []);
    }
    await live.write('PATCH', '/playback', { paused: true });
    await eventuallyEquals([], () => imagesOf(screen));
    for (const page of [screen, projector, ...others]) await page.context().close();
  });
});
