import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { IMAGE_MAX_BYTES, IMAGE_MAX_SIDE_PX, IMAGE_UPLOADS_MAX } from '../../../src/contract/limits.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { type Api, type ApiResponse, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { STUDIO_SETTINGS } from '../../support/requests/documented-operations.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import {
  addImage,
  assertPointer,
  createDeck,
  createSnapshot,
  deckPath,
  organizationRestPath,
  paint,
  publish,
  upload,
} from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import {
  createTestAccount,
  createTestOrganization,
  PAGE_ENGINES,
  startTestLectern,
} from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const QUOTA = 4;
/** Uses and removals of an image that come at the same time. */
const PAIRS = 20;
const FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp', 'image/avif': 'avif' } as const;
const MARK = '<script>alert(document.domain)</script>';

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A PNG of one bit a pixel, all black, written by hand: few bytes, however large it says it is. */
function blackPng(width: number, height: number, rows: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

for (const engine of PAGE_ENGINES) {
  describe(`images on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_IMAGES_PER_ORGANIZATION: String(QUOTA) } });
    let client: Api;

    const fresh = async (): Promise<Api> => {
      client = api(lectern, await createTestOrganization(lectern));
      return client;
    };
    const imagesPath = (one: Api) => `${organizationRestPath(one)}/images`;
    const media = (id: string, init: RequestInit = {}) => fetch(`${lectern.url}/media/${id}`, init);
    const listed = async (one = client): Promise<JsonDocument[]> => (await one.get(imagesPath(one))).body.data;

    it('when an image of any kind is uploaded, then it is accepted, described, and served under the digest of what is kept of it', async () => {
      await fresh();
      for (const [type, format] of Object.entries(FORMATS)) {
        const { status, body, headers } = await upload(client, await paint(format), type);
        assert.equal(status, 201, `${type}: ${JSON.stringify(body)}`);
        assert.deepEqual(Object.keys(body).sort(), ['bytes', 'height', 'id', 'media_type', 'width']);
        assert.deepEqual([body.width, body.height], [64, 48]);
        assert.match(body.id, /^[0-9a-f]{64}$/);
        assert.equal(headers.get('location'), `${lectern.config.publicUrl}/media/${body.id}`);
        const response = await media(body.id);
        const content = new Uint8Array(await response.arrayBuffer());
        assert.deepEqual([response.status, content.length], [200, body.bytes]);
        assert.equal(response.headers.get('content-type'), body.media_type);
        const digest = Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex');
        assert.equal(digest, body.id);
        const { width, height } = await sharp(content).metadata();
        assert.deepEqual([width, height], [64, 48]);
      }
    });

    it('when media are served, then they are immutable, locked down, and requested only once', async () => {
      await fresh();
      const { id, bytes } = await addImage(client);
      const response = await media(id);
      await response.bytes();
      const header = (name: string) => response.headers.get(name);
      assert.equal(header('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(header('content-security-policy'), "default-src 'none'; sandbox");
      assert.equal(header('x-content-type-options'), 'nosniff');
      assert.equal(header('set-cookie'), null);
      assert.equal(header('etag'), `"${id}"`);
      for (const etag of ['*', `"${id}"`, `W/"${id}"`, `"other", "${id}"`]) {
        const known = await media(id, { headers: { 'if-none-match': etag } });
        assert.deepEqual([known.status, (await known.bytes()).length], [304, 0]);
        assert.equal(known.headers.get('cache-control'), header('cache-control'));
      }
      const head = await media(id, { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes)]);
      for (const unknown of ['f'.repeat(64), 'x', id.toUpperCase(), `${id}x`, '..%2f..%2fetc%2fpasswd']) {
        const missing = await media(unknown);
        await missing.bytes();
        assert.equal(missing.status, 404, unknown);
        assert.equal(missing.headers.get('cache-control'), 'private, no-store');
      }
    });

    it('when an image is uploaded, then only the pixels are kept: upright, without metadata, comments and whatever follows the image', async () => {
      await fresh();
      const photo = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#123456' } })
        .withExif({ IFD0: { Copyright: MARK, Orientation: '6' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      const polyglots: [string, Buffer][] = [
        ['image/jpeg', photo],
        ['image/jpeg', Buffer.concat([photo, Buffer.from(MARK)])],
        ['image/png', Buffer.concat([await paint('png'), Buffer.from(`PK\x03\x04${MARK}`)])],
      ];
      for (const [type, bytes] of polyglots) {
        assert.ok(bytes.includes(MARK));
        const { status, body } = await upload(client, bytes, type);
        assert.equal(status, 201, JSON.stringify(body));
        const content = Buffer.from(await (await media(body.id)).bytes());
        assert.ok(!content.includes('script'), 'nothing of it is left');
        const { exif, icc, xmp, comments } = await sharp(content).metadata();
        assert.deepEqual(
          { exif, icc, xmp, comments },
          { exif: undefined, icc: undefined, xmp: undefined, comments: undefined },
        );
        if (type === 'image/jpeg') assert.deepEqual([body.width, body.height], [30, 90], 'turned upright');
      }
    });

    it('when a moving image is uploaded, then its first frame is kept', async () => {
      await fresh();
      const frames = await Promise.all(
        ['#ff0000', '#0000ff'].map((background) =>
          sharp({ create: { width: 20, height: 20, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      );
      const moving = await sharp(frames, { join: { animated: true } })
        .webp({ lossless: true })
        .toBuffer();
      assert.equal((await sharp(moving).metadata()).pages, 2);
      const { status, body } = await upload(client, moving, 'image/webp');
      assert.equal(status, 201, JSON.stringify(body));
      const content = await (await media(body.id)).bytes();
      assert.equal((await sharp(content).metadata()).pages ?? 1, 1);
      const { dominant } = await sharp(content).stats();
      assert.ok(dominant.r > 200 && dominant.b < 50, JSON.stringify(dominant));
    });

    it('[D1] when the media type is another, then it is 415; when a body has none, then it is 422; when one is too long, then it is 413', async () => {
      await fresh();
      const png = await paint('png');
      for (const type of [
        'application/json',
        'image/svg+xml',
        'image/gif',
        'image/*',
        'text/plain',
        'multipart/form-data',
      ]) {
        assertProblem(await upload(client, png, type), 415, 'unsupported_media_type');
      }
      const coded = { 'content-type': 'image/png', 'content-encoding': 'gzip' };
      const compressed = await client.request('POST', imagesPath(client), { bytes: png, headers: coded });
      assertProblem(compressed, 415, 'unsupported_media_type');
      const labelled = await client.request('POST', imagesPath(client), {
        headers: { 'content-type': 'image/png', 'content-length': '0' },
      });
      assertProblem(labelled, 422, 'invalid_fields');
      const large = Buffer.concat([png, Buffer.alloc(IMAGE_MAX_BYTES + 1 - png.length)]);
      assertProblem(await upload(client, large), 413, 'body_too_large');
      assert.equal((await upload(client, large.subarray(0, IMAGE_MAX_BYTES))).status, 201, 'as long as is allowed');
      assert.equal((await listed()).length, 1);
    });

    it('when a body is not an image of its declared kind, then it is 422: other kinds, SVG, HTML, cut off, damaged, nothing', async () => {
      await fresh();
      const [png, jpeg, webp, avif, gif] = await Promise.all(
        (['png', 'jpeg', 'webp', 'avif', 'gif'] as const).map((format) => paint(format)),
      );
      const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${MARK}</svg>`);
      const noise = Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7919) % 256));
      const photo = await sharp(noise, { raw: { width: 40, height: 25, channels: 4 } })
        .png()
        .toBuffer();
      const damaged = Buffer.from(photo);
      const middle = damaged.length >> 1;
      damaged.fill(0x55, middle, middle + 64);
      // The same but for its brand, which says HEVC.
      const brand = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');
      const heic = Buffer.concat([brand, avif!.subarray(avif!.readUInt32BE(0))]);
      const cases: [string, Uint8Array][] = [
        ['image/png', jpeg!],
        ['image/jpeg', png!],
        ['image/webp', avif!],
        ['image/avif', webp!],
        ['image/png', gif!],
        ['image/png', svg],
        ['image/avif', heic],
        ['image/jpeg', Buffer.from(`<!doctype html>${MARK}`)],
        ['image/png', Buffer.concat([png!.subarray(0, 8), svg])],
        ['image/webp', Buffer.concat([Buffer.from('RIFF\xff\xff\0\0WEBP', 'latin1'), svg])],
        ['image/png', photo.subarray(0, photo.length >> 1)],
        ['image/jpeg', jpeg!.subarray(0, jpeg!.length >> 1)],
        ['image/webp', webp!.subarray(0, webp!.length - 20)],
        ['image/avif', avif!.subarray(0, avif!.length - 20)],
        ['image/png', damaged],
        ['image/png', png!.subarray(0, 8)],
        ['image/png', new Uint8Array(100)],
      ];
      for (const [index, [type, bytes]] of cases.entries()) {
        const response = await upload(client, bytes, type);
        assert.deepEqual([index, type, response.status, response.body.code], [index, type, 422, 'invalid_fields']);
      }
      assert.deepEqual(await listed(), []);
    });

    it('when an image is a bomb, then its head suffices to refuse it; when it is large, then it is made smaller, and the server responds meanwhile', async () => {
      await fresh();
      for (const [width, height] of [
        [30_000, 30_000],
        [2_000_000_000, 2],
        [7_072, 7_072],
        [1, 50_000_001],
      ] as const) {
        const bomb = blackPng(width, height, 1);
        assert.ok(bomb.length < 1_000_000);
        assertProblem(await upload(client, bomb), 422, 'invalid_fields');
      }
      const large = blackPng(7_000, 7_000, 7_000);
      assert.ok(large.length < 20_000);
      let done = false;
      const uploading = upload(client, large).finally(() => {
        done = true;
      });
      let served = 0;
      while (!done) {
        assert.equal((await fetch(`${lectern.url}/healthz`)).status, 200);
        served++;
        await sleep(10);
      }
      const { status, body } = await uploading;
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual([body.width, body.height], [IMAGE_MAX_SIDE_PX, IMAGE_MAX_SIDE_PX]);
      assert.ok(served > 5, `${served} requests were served while the image was made smaller`);
    });

    it('[D10] when an organization uploads several large images, then one of another organization is encoded in between', async () => {
      const large = await fresh();
      const small = await fresh();
      const done: string[] = [];
      const uploads = ['large 1', 'large 2', 'large 3'].map(async (name, index) => {
        const { status } = await upload(large, blackPng(3_000, 3_000 + index, 3_000 + index));
        assert.equal(status, 201);
        done.push(name);
      });
      await sleep(20);
      assert.equal((await upload(small, await paint('png'))).status, 201);
      assert.ok(!done.includes('large 3'), done.join(', '));
      await Promise.all(uploads);
    });

    it('when an organization uploads as much at once as is allowed, then one more is 429 before it is read, and others can upload', async () => {
      await fresh();
      const png = await paint('png');
      const begin = async (): Promise<Socket> => {
        const { hostname, port } = new URL(lectern.url);
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        const head = [
          `POST ${imagesPath(client)} HTTP/1.1`,
          `Host: ${hostname}`,
          `Authorization: Bearer ${client.owner.token}`,
          'Content-Type: image/png',
          'Content-Length: 5000000',
          '\r\n',
        ];
        socket.write(head.join('\r\n'));
        socket.write(png);
        return socket;
      };
      const slow = await Promise.all(Array.from({ length: IMAGE_UPLOADS_MAX }, begin));
      try {
        let refused = await upload(client, png);
        // Ours may have been received before the last of those, which then was the one too many.
        for (let attempts = 0; refused.status === 201 && attempts < 100; attempts++) {
          slow.push(await begin());
          await sleep(50);
          refused = await upload(client, png);
        }
        assertProblem(refused, 429, 'rate_limited');
        assert.ok(Number(refused.headers.get('retry-after')) >= 1);
        const other = api(lectern, await createTestOrganization(lectern));
        assert.equal((await upload(other, png)).status, 201);
      } finally {
        for (const socket of slow) socket.destroy();
      }
      let again = await upload(client, png);
      for (let attempts = 0; again.status === 429 && attempts < 100; attempts++) {
        await sleep(20);
        again = await upload(client, png);
      }
      assert.equal(again.status, 201, 'whoever goes makes room');
    });

    it('when images are listed, then what was added comes page by page, the same image once, up to the quota', async () => {
      await fresh();
      const added = [];
      for (let red = 0; red < QUOTA; red++) added.push(await addImage(client, red * 50));
      assert.deepEqual(await addImage(client, 0), added[0], 'there already');
      const found: JsonDocument[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { body } = await client.get(`${imagesPath(client)}?limit=3${after && `&after=${after}`}`);
        found.push(...body.data);
        after = body.next_cursor;
      }
      const byId = (images: JsonDocument[]) => images.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(byId(found), byId(added));
      const more = await paint('png', { background: { r: 1, g: 2, b: 250, alpha: 1 } });
      assertProblem(await upload(client, more), 409, 'quota_exceeded');
      assert.equal((await client.delete(`${imagesPath(client)}/${added[1]!.id}`)).status, 204);
      assert.equal((await upload(client, more)).status, 201);
      const other = api(lectern, await createTestOrganization(lectern));
      assert.deepEqual(await listed(other), []);
      const { next_cursor } = (await client.get(`${imagesPath(client)}?limit=1`)).body;
      assertProblem(await other.get(`${imagesPath(other)}?after=${next_cursor}`), 422, 'invalid_cursor');
    });

    it('when an image is removed, then it is gone, unless another organization has it, or a snapshot shows it', async () => {
      await fresh();
      const mine = client;
      const alone = await addImage(mine, 10);
      const shared = await addImage(mine, 20);
      const shown = await addImage(mine, 30);
      const other = api(lectern, await createTestOrganization(lectern));
      assert.deepEqual(await addImage(other, 20), shared, 'content is named by its digest');
      const { body: deck, etag } = await createDeck(mine, [{ layout: 'image', image: shown.id }]);
      assert.equal((await publish(mine, deck)).status, 201);
      const remove = (one: Api, id: string) => one.delete(`${imagesPath(one)}/${id}`);

      assertProblem(await remove(mine, shown.id), 409, 'image_in_use');
      const document = { title: 'Deck', slides: [] };
      assert.equal((await mine.put(deckPath(mine, deck), document, { ifMatch: etag! })).status, 200);
      assertProblem(await remove(other, alone.id), 404, 'not_found');
      for (const { id } of [alone, shared, shown]) {
        assert.equal((await remove(mine, id)).status, 204);
        assertProblem(await remove(mine, id), 404, 'not_found');
      }
      assert.deepEqual(await listed(mine), []);
      assert.deepEqual(await listed(other), [shared]);
      const statusOf = async ({ id }: JsonDocument) => {
        const response = await media(id);
        await response.bytes();
        return response.status;
      };
      // What a node has served it may still have; another start has only what is kept.
      await lectern.restart();
      assert.deepEqual([await statusOf(alone), await statusOf(shared), await statusOf(shown)], [404, 200, 200]);
      client = api(lectern, mine.owner);
      assert.deepEqual(await addImage(client, 30), shown, 'and can be added again');
      assert.deepEqual(await listed(), [shown]);
      for (const id of ['x', 'f'.repeat(64), shown.id.toUpperCase()]) {
        assertProblem(await remove(client, id), 404, 'not_found');
      }
    });

    it('when an image of a deck was removed in the meantime, then the deck is not published, and the response says on which slide', async () => {
      await fresh();
      const { decks } = lectern.installation.storage;
      const slide = { id: 'picture', title: null, text: null, reference: null, layout: 'image' as const };
      const deck = {
        id: newId(),
        organizationId: client.owner.id,
        title: 'Deck',
        revision: 1,
        kind: 'slides' as const,
        order: null,
        footer: null,
        shared: false,
        languageTag: null,
        songbook: null,
        createdAt: '2026-01-01',
        updatedAt: '2026-01-01',
        slides: [{ ...slide, image: 'f'.repeat(64) }],
      };
      assert.deepEqual(await decks.create(deck, QUOTA), { unlisted: ['f'.repeat(64)] }, 'not even made');
      assert.equal(await decks.create({ ...deck, slides: [] }, QUOTA), 'created');
      // As decks were left by an older version, where an image could be removed while one was written.
      await runSql(lectern, `UPDATE decks SET slides = '${JSON.stringify(deck.slides)}' WHERE id = '${deck.id}'`);
      const refused = await publish(client, deck);
      assertProblem(refused, 422, 'invalid_fields');
      assert.match(refused.body.detail, /^Slide 1: /);
      const image = { digest: 'f'.repeat(64), mediaType: 'image/webp', width: 1, height: 1 };
      const { id, organizationId, title, kind, footer, languageTag, songbook, createdAt } = deck;
      const slides = [{ ...slide, image, passage: null }];
      const outcome = await decks.publish(
        {
          id,
          organizationId,
          deckId: id,
          deckRevision: 1,
          title,
          kind,
          footer,
          languageTag,
          songbook,
          createdAt,
          slides,
        },
        QUOTA,
      );
      assert.equal(outcome, 'image_missing', 'and so it is when the removal comes later still');
    });

    it('[D76] when an image is just being given to a deck, the logo, a look or an output, then it is not removed; when it is being removed, then neither is made', async () => {
      await fresh();
      const { images } = lectern.installation.storage;
      const owner = client.owner.id;
      const { body: deck, etag } = await createDeck(client, []);
      let ifMatch = etag!;
      const live = await client.post(`${organizationRestPath(client)}/lives`, { name: 'Chapel' });
      const outputs = `/v1/lives/${live.body.id}/outputs`;
      const { body: output } = await client.post(outputs, { name: 'Projector', view: 'screen' });
      const pointers: Record<string, string> = {
        logo: '/image_id',
        look: '/song/background_image',
        output: '/settings/idle_image',
      };
      const uses: Record<string, (image: string) => Promise<ApiResponse>> = {
        create: (image) =>
          client.post(`${organizationRestPath(client)}/decks`, { title: 'Deck', slides: [{ layout: 'image', image }] }),
        replace: async (image) => {
          const document = { title: 'Deck', slides: [{ layout: 'image', image }] };
          const response = await client.put(deckPath(client, deck), document, { ifMatch });
          ifMatch = response.etag ?? ifMatch;
          return response;
        },
        logo: (image_id) => client.put(`${organizationRestPath(client)}/logo`, { image_id }),
        look: async (image) => {
          const path = `${organizationRestPath(client)}/looks`;
          const { etag } = await client.get(path);
          return client.put(path, { song: { background_image: image } }, { ifMatch: etag! });
        },
        output: (image) => client.patch(`${outputs}/${output.id}`, { settings: { idle_image: image } }),
      };
      for (const [use, make] of Object.entries(uses)) {
        const outcomes = new Map<string, number>();
        // A deck has one document at a time, and an owner one logo: their pairs come one after another.
        const pair = async (number: number): Promise<void> => {
          const digest = hash('sha256', `${owner} ${use} ${number}`);
          const image = { digest, mediaType: 'image/webp', width: 1, height: 1, bytes: 1, createdAt: '2026-01-01' };
          assert.equal(await images.add(owner, image, new Uint8Array(1), PAIRS * 4), 'added');
          const removing = () => client.delete(`${imagesPath(client)}/${digest}`);
          const begun = number % 2 === 0 ? null : removing();
          const [used, removed] = await Promise.all([make(digest), begun ?? removing()]);
          const outcome = `${used.status < 300 ? 'used' : used.status} ${removed.status}`;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          if (used.status === 422) assertProblem(used, 422, 'invalid_fields');
          if (used.status === 422) assertPointer(used, 'invalid_fields', pointers[use] ?? '/slides/0/image');
        };
        const numbers = Array.from({ length: PAIRS }, (_, number) => number);
        if (use === 'create') await Promise.all(numbers.map(pair));
        else for (const number of numbers) await pair(number);
        const expected = ['used 409', '422 204'];
        assert.deepEqual(
          [...outcomes.keys()].filter((outcome) => !expected.includes(outcome)),
          [],
          `${use}: ${JSON.stringify([...outcomes])}`,
        );
      }
    });

    it('when uses, removals and uploads of one image come at the same time, then they wait for one another, and never in a ring', async () => {
      await fresh();
      const content = await paint('png');
      const { id: image } = (await upload(client, content)).body;
      const decks = `${organizationRestPath(client)}/decks`;
      const document = { title: 'Deck', slides: [{ layout: 'image', image }] };
      const statuses = new Set<number>();
      const round = async (): Promise<void> => {
        const { body: deck, etag } = await createDeck(client, []);
        const responses = await Promise.all([
          client.post(decks, document),
          client.put(deckPath(client, deck), document, { ifMatch: etag! }),
          publish(client, deck),
          client.put(`${organizationRestPath(client)}/logo`, { image_id: image }),
          client.delete(`${imagesPath(client)}/${image}`),
          client.delete(deckPath(client, deck), { ifMatch: etag! }),
          client.put(`${organizationRestPath(client)}/logo`, { image_id: null }),
          upload(client, content),
        ]);
        for (const { status } of responses) statuses.add(status);
      };
      for (let rounds = 0; rounds < 3; rounds++) await Promise.all(Array.from({ length: 4 }, round));
      const allowed = [200, 201, 204, 404, 409, 412, 422, 429];
      assert.deepEqual(
        [...statuses].filter((status) => !allowed.includes(status)),
        [],
      );
    });

    it('when images are counted, then the quota counts every one that is kept, including those that only snapshots show', async () => {
      await fresh();
      const kept = await addImage(client, 0);
      const { body: deck, etag } = await createDeck(client, [{ layout: 'image', image: kept.id }]);
      assert.equal((await publish(client, deck)).status, 201);
      assert.equal((await client.delete(deckPath(client, deck), { ifMatch: etag! })).status, 204);
      const remove = ({ id }: JsonDocument) => client.delete(`${imagesPath(client)}/${id}`);
      assert.equal((await remove(kept)).status, 204);
      assert.deepEqual(await listed(), []);
      const added = [];
      for (let red = 1; red < QUOTA; red++) added.push(await addImage(client, red * 50));
      const refused = await upload(client, await paint('png', { background: { r: 1, g: 2, b: 250, alpha: 1 } }));
      assertProblem(refused, 409, 'quota_exceeded');
      assert.match(refused.body.detail, /with those that snapshots still show/);
      assert.match(refused.body.detail, /Delete images that were never published/);
      assert.deepEqual(await addImage(client, 0), kept, 'what is kept anyway can be in the list again');
      assert.equal((await listed()).length, QUOTA);
      assert.equal((await remove(added[0]!)).status, 204);
      await addImage(client, 250);
    });

    it('[D22] when an image is the logo, then it is one of the images, shown to viewers of all Lives, and kept while it is the logo', async () => {
      await fresh();
      const image = await addImage(client);
      const controller = await createLiveController(lectern, client.owner);
      const viewer = await joinAudience(lectern.url, controller.id);
      const path = `${organizationRestPath(client)}/logo`;
      const { sequence } = (await controller.get('/display')).body;
      const readLogo = async () => {
        const { status, body, etag } = await client.get(path);
        assert.equal((await client.get(path, { headers: { 'if-none-match': etag! } })).status, 304);
        return [status, body];
      };
      assert.deepEqual(await readLogo(), [200, { image: null }]);
      const { etag: unset } = await client.get(path);
      const set = await client.put(path, { image_id: image.id });
      assert.deepEqual([set.status, set.body], [200, { image }]);
      assert.deepEqual(await readLogo(), [200, { image }]);
      assert.equal((await client.get(path, { headers: { 'if-none-match': unset! } })).status, 200);
      const { id, width, height } = image;
      const logo = { url: `/media/${id}`, width, height };
      // Viewers are notified once the design shows it.
      const designPath = `${organizationRestPath(client)}/design`;
      const { etag } = await client.get(designPath);
      const design = { settings: { ...STUDIO_SETTINGS, showLogo: true } };
      assert.equal((await client.put(designPath, design, { ifMatch: etag! })).status, 200);
      await viewer.comesTo(logo, ({ house }) => house.logo);
      assert.equal((await controller.get('/display')).body.sequence, sequence, 'sequences are left alone');
      assertProblem(await client.delete(`${imagesPath(client)}/${id}`), 409, 'image_in_use');
      const other = await addImage(api(lectern, await createTestOrganization(lectern)), 77);
      for (const image_id of ['unknown', other.id]) {
        assertProblem(await client.put(path, { image_id }), 422, 'invalid_fields');
      }
      for (const body of [{}, { image_id: 1 }, { image_id: id, more: 1 }]) {
        assertProblem(await client.put(path, body), 422, 'invalid_fields');
      }
      const removed = await client.put(path, { image_id: null });
      assert.deepEqual([removed.status, removed.body], [200, { image: null }]);
      assert.deepEqual(await readLogo(), [200, { image: null }]);
      await viewer.comesTo(null, ({ house }) => house.logo);
      assert.equal((await client.delete(`${imagesPath(client)}/${id}`)).status, 204);
      viewer.close();
    });

    it('when a credential is used for images, then it must be a service token of their organization', async () => {
      await fresh();
      const png = await paint('png');
      const account = api(lectern, await createTestAccount(lectern));
      const headers = { 'content-type': 'image/png' };
      const attempts = (path: string, by: Api) => [
        by.get(path),
        by.request('POST', path, { bytes: png, headers }),
        by.delete(`${path}/${'f'.repeat(64)}`),
      ];
      for (const response of await Promise.all(attempts(imagesPath(client), account))) {
        assertProblem(response, 403, 'forbidden');
      }
      const other = api(lectern, await createTestOrganization(lectern));
      for (const response of await Promise.all(attempts(imagesPath(client), other))) {
        assertProblem(response, 404, 'not_found');
      }
      const anonymous = await client.request('POST', imagesPath(client), { bytes: png, headers, token: null });
      assertProblem(anonymous, 401, 'invalid_token');
      const subject = { organization: client.owner.id };
      const { token } = await lectern.installation.administration.createToken({
        subject,
        scopes: ['presentation.list'],
      });
      const refused = await client.request('POST', imagesPath(client), { bytes: png, headers, token });
      assertProblem(refused, 403, 'insufficient_scope');
    });

    it('when a snapshot shows images, then readers who have nothing but the page see them', async () => {
      await fresh();
      const image = await addImage(client);
      const snapshot = await createSnapshot(client, [{ layout: 'image', image: image.id }]);
      const controller = await createLiveController(lectern, client.owner);
      assert.equal((await controller.send('PUT', '/presentation', { snapshot_id: snapshot.id })).status, 200);
      const viewer = await joinAudience(lectern.url, controller.id);
      const response = await fetch(lectern.url + viewer.state.slide!.image!.url);
      assert.deepEqual([response.status, (await response.bytes()).length], [200, image.bytes]);
      viewer.close();
    });
  });
}

describe('[D10] media and the budget of the audience', () => {
  it('when media are requested, then they are charged to it, and the response is 429 with Retry-After when it is exhausted', async () => {
    await using lectern = await startTestLectern('sqlite', { LECTERN_BUDGET_AUDIENCE: '3' });
    const statuses = [];
    for (let asked = 0; asked < 5; asked++) {
      const response = await fetch(`${lectern.url}/media/${'f'.repeat(64)}`);
      await response.bytes();
      statuses.push(response.status);
      if (response.status === 429) assert.ok(Number(response.headers.get('retry-after')) >= 1);
    }
    assert.ok(statuses.includes(404) && statuses.at(-1) === 429, String(statuses));
  });
});
