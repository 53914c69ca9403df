import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { toZip } from '../../editions/zip.ts';
import { drawText, writePdf } from '../../songs/write-pdf.ts';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import { createDeck, deckPath, organizationRestPath } from '../../support/requests/presentation.ts';
import { createTestOrganization } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const QUOTA = 6;
const PDF = writePdf([
  { width: 96, height: 54, content: `1 0 0 rg 0 0 96 54 re f ${drawText('Grace and peace')}` },
  { width: 54, height: 96, content: '0 1 0 rg 0 0 96 96 re f' },
]);
const draw = (color: string, format: 'png' | 'jpeg' | 'gif' = 'png') =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer();

describe('imports of slides', () => {
  const { lectern } = useInProcessServer({ settings: { LECTERN_IMAGES_PER_ORGANIZATION: String(QUOTA) } });
  let client: Api;
  const path = (more: string) => `${organizationRestPath(client)}/${more}`;
  const fresh = async () => {
    client = api(lectern, await createTestOrganization(lectern));
  };
  const importFile = async (bytes: Buffer, name: string): Promise<JsonDocument> => {
    const type = name.endsWith('.pdf') ? 'application/pdf' : 'application/zip';
    const { status, body } = await client.request('POST', path(`imports?file_name=${encodeURIComponent(name)}`), {
      bytes,
      type,
    });
    assert.equal(status, 202, JSON.stringify(body));
    for (;;) {
      const { body: read } = await client.get(path(`imports/${body.id}`));
      if (read.state !== 'running') return read;
      await sleep(20);
    }
  };
  const readDeck = async ({ items }: JsonDocument): Promise<JsonDocument> =>
    (await client.get(deckPath(client, { id: items[0].deck_id }))).body;
  const listImages = async (): Promise<string[]> =>
    (await client.get(path('images'))).body.data.map(({ id }: JsonDocument) => id);
  const colorOf = async (digest: string): Promise<number[]> => {
    const content = await lectern.installation.images.findContent(digest);
    const { dominant } = await sharp(content!.content).stats();
    return [dominant.r, dominant.g, dominant.b].map((value) => Math.round(value / 255));
  };
  const reasonsOf = ({ items }: JsonDocument) =>
    items.filter(({ reason }: JsonDocument) => reason).map(({ reason }: JsonDocument) => reason.code);

  it('[D70] when a PDF is imported, then its pages are the slides of a deck, and an undo takes deck and images back', async () => {
    await fresh();
    const done = await importFile(PDF, 'Easter_sermon.pdf');
    assert.deepEqual([done.state, done.counts], ['done', { created: 1, already_there: 0, refused: 0 }]);
    const [{ name, title, format, slides, warnings }] = done.items;
    assert.deepEqual([name, title, format, slides, warnings], ['Easter sermon', 'Easter sermon', 'PDF', 2, []]);
    const deck = await readDeck(done);
    assert.deepEqual(
      deck.slides.map(({ layout, title: words }: JsonDocument) => [layout, words]),
      [
        ['image', 'Grace and peace'],
        ['image', null],
      ],
    );
    assert.deepEqual([deck.kind, deck.title], ['slides', 'Easter sermon']);
    const digests = deck.slides.map(({ image }: JsonDocument) => image);
    assert.deepEqual(await Promise.all(digests.map(colorOf)), [
      [1, 0, 0],
      [0, 1, 0],
    ]);
    const again = await importFile(PDF, 'Easter sermon.pdf');
    assert.deepEqual([again.items[0].result, again.items[0].deck_id], ['already_there', deck.id]);

    const { body: undone } = await client.request('DELETE', path(`imports/${done.id}`), {});
    assert.deepEqual([undone.deleted, undone.kept], [1, []]);
    assert.deepEqual(await listImages(), []);
  });

  it('[D70] when an import is undone, then images that were there before or that something uses are kept', async () => {
    await fresh();
    const zip = toZip([
      { name: '1.png', content: await draw('red') },
      { name: '2.png', content: await draw('blue') },
      { name: '3.png', content: await draw('lime') },
    ]);
    const sent = await client.request('POST', path('images'), { bytes: await draw('red'), type: 'image/png' });
    const done = await importFile(zip, 'Pictures.zip');
    const [red, blue, lime] = (await readDeck(done)).slides.map(({ image }: JsonDocument) => image);
    assert.equal(red, sent.body.id);
    await createDeck(client, [{ id: 'a', layout: 'image', image: blue }] as never, 'Other');
    await client.request('DELETE', path(`imports/${done.id}`), {});
    assert.deepEqual(new Set(await listImages()), new Set([red, blue]));
    assert.ok(lime);
  });

  it('[D70] when an archive has pictures alone, then they are slides in the order of the numbers in their names', async () => {
    await fresh();
    const done = await importFile(
      toZip([
        { name: 'Slides/10.jpg', content: await draw('blue', 'jpeg') },
        { name: 'Slides/2.png', content: await draw('lime') },
        { name: 'Slides/1.gif.png', content: await draw('red', 'gif') },
        { name: 'Slides/3.png', content: 'not a picture' },
        { name: 'Slides/4.png', content: (await draw('red')).subarray(0, 60) },
        { name: 'Slides/Thumbs.db', content: 'x' },
      ]),
      'Announcements.zip',
    );
    assert.deepEqual(reasonsOf(done), ['slides_picture_unknown', 'slides_picture_unknown', 'slides_picture_damaged']);
    const created = done.items.find(({ result }: JsonDocument) => result === 'created');
    const { slides, title } = (await client.get(deckPath(client, { id: created.deck_id }))).body;
    assert.equal(title, 'Announcements');
    assert.deepEqual(await Promise.all(slides.map(({ image }: JsonDocument) => colorOf(image))), [
      [0, 1, 0],
      [0, 0, 1],
    ]);
  });

  it('[D70] when an archive has songs, PDFs and pictures, then songs and PDFs are decks, and pictures are left out', async () => {
    await fresh();
    const done = await importFile(
      toZip([
        { name: 'a/Talk.pdf', content: PDF },
        { name: 'b/Talk.pdf', content: writePdf([{ width: 40, height: 40 }]) },
        { name: 'Song.txt', content: 'Song\n\nWords\n' },
        { name: 'picture.png', content: await draw('red') },
        { name: 'Talk.pptx', content: toZip([{ name: 'ppt/presentation.xml', content: '<a/>' }]) },
      ]),
      'all.zip',
    );
    assert.deepEqual(done.omitted, [{ kind: 'pictures', count: 1 }]);
    assert.deepEqual(
      done.items.map(({ title, slides, result }: JsonDocument) => [title, slides, result]),
      [
        ['Talk', 2, 'created'],
        ['Song', 1, 'created'],
        [null, 0, 'refused'],
        ['Talk', 1, 'created'],
      ],
    );
    assert.deepEqual(reasonsOf(done), ['slides_of_program']);
  });

  it('[D70] when the organization has no room for more images, then the slides before are kept, and the report says so', async () => {
    await fresh();
    const pictures = Array.from({ length: QUOTA + 2 }, async (_, index) => ({
      name: `${index}.png`,
      content: await draw(`rgb(0, 0, ${index * 30})`),
    }));
    const done = await importFile(toZip(await Promise.all(pictures)), 'Many.zip');
    assert.deepEqual(reasonsOf(done), ['slides_quota_exceeded']);
    assert.equal(done.items.find(({ result }: JsonDocument) => result === 'created').slides, QUOTA);
  });

  it('[D70] when an import of slides is undone while it runs, then its images are deleted', async () => {
    await fresh();
    const pages = Array.from({ length: 40 }, (_, index) => ({ width: 40, height: 40, content: drawText(`${index}`) }));
    const { body } = await client.request('POST', path('imports?file_name=Long.pdf'), {
      bytes: writePdf(pages),
      type: 'application/pdf',
    });
    while ((await listImages()).length === 0) await sleep(20);
    assert.equal((await client.get(path(`imports/${body.id}`))).body.state, 'running');
    assert.equal((await client.request('DELETE', path(`imports/${body.id}`), {})).status, 200);
    while ((await listImages()).length > 0) await sleep(20);
    assert.equal((await client.get(path(`imports/${body.id}`))).body.state, 'undone');
  });

  for (const [name, program] of [
    ['Talk.pptx', 'PowerPoint'],
    ['Talk.key', 'Keynote'],
    ['Talk.odp', 'Impress'],
  ] as const) {
    it(`[D70] when slides of ${program} are imported, then the refusal names PDF`, async () => {
      await fresh();
      const done = await importFile(toZip([{ name: '[Content_Types].xml', content: '<a/>' }]), name);
      assert.deepEqual(
        [done.state, done.failure.code, done.failure.params],
        ['failed', 'slides_of_program', { program }],
      );
      assert.match(done.failure.message, /save them as a PDF/);
    });
  }
});
