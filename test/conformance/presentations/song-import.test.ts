import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SONG_FILE_NAME_MAX_CHARACTERS, SONG_MAX_BYTES, SONG_UPLOADS_MAX } from '../../../src/contract/limits.ts';
import { parseSong } from '../../../src/songs/parse-song.ts';
import { type Api, type ApiResponse, api, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { createDeck, deckPath, organizationRestPath, publish } from '../../support/requests/presentation.ts';
import { leastCpuMs } from '../../support/server/least-cpu-ms.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const SAMPLES = join(import.meta.dirname, '../../songs/samples');
const QUOTA = 20;
const SONG =
  'Amazing Grace\n\nVerse 1\nAmazing grace\n\nChorus\nPraise God\n\nVerse 2\n’Twas grace\n\nChorus\n\nText: John Newton\n';

for (const engine of PAGE_ENGINES) {
  describe(`import of songs on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_DECKS_PER_ORGANIZATION: String(QUOTA) } });
    let client: Api;

    const fresh = async (): Promise<Api> => {
      client = api(lectern, await createTestOrganization(lectern));
      return client;
    };
    const path = (query = '') => `${organizationRestPath(client)}/presentations/import${query}`;
    const send = (content: string | Uint8Array, query = '', more: JsonDocument = {}): Promise<ApiResponse> =>
      client.request('POST', path(query), { bytes: Buffer.from(content as string), type: 'text/plain', ...more });
    const decks = async (): Promise<JsonDocument[]> =>
      (await client.get(`${organizationRestPath(client)}/decks`)).body.data;

    it('[D70] when a file takes long to read, then the server handles requests meanwhile', async () => {
      await fresh();
      const parts = ['<song version="0.9"><lyrics><verse name="v1"><lines>One ', '</lines></verse></lyrics></song>'];
      const bytes = Buffer.from(parts.join('[C]'.repeat(1_700_000)));
      assert.ok(bytes.length > SONG_MAX_BYTES * 0.95 && bytes.length <= SONG_MAX_BYTES);
      const reading = await leastCpuMs(0, () => parseSong(bytes, 'a.xml'));
      // The server and this client run in this thread.
      const importSong = async () => {
        const { status, body } = await send(bytes, '?dry_run=true&file_name=a.xml');
        assert.equal(status, 200, JSON.stringify(body));
        assert.equal(body.preview.slides[0].text, 'One');
      };
      const importing = await leastCpuMs(reading / 2, importSong);
      assert.ok(importing < reading / 2, `${importing} ms of this thread, of ${reading} ms for reading`);
    });

    it('[D70] when a song is imported, then it is a deck with an order and a footer, under its Location and ETag', async () => {
      await fresh();
      const { status, body, etag, headers } = await send(SONG);
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual(Object.keys(body), ['deck', 'preview', 'report']);
      const { deck, preview, report } = body;
      assert.equal(preview, null);
      assert.deepEqual(
        deck.slides.map(({ id, layout, text }: JsonDocument) => [id, layout, text]),
        [
          ['v1', 'text', 'Amazing grace'],
          ['c1', 'text', 'Praise God'],
          ['v2', 'text', '’Twas grace'],
        ],
      );
      assert.deepEqual([deck.title, deck.kind, deck.revision], ['Amazing Grace', 'song', 1]);
      assert.deepEqual(deck.order, ['v1', 'c1', 'v2', 'c1']);
      assert.deepEqual(deck.footer, { authors: 'John Newton', copyright: null, ccli: null, source: null });
      assert.deepEqual(report, {
        format: 'plain text',
        title: 'Amazing Grace',
        slides: 3,
        verses: [
          { id: 'v1', label: 'Verse 1', slides: 1 },
          { id: 'c1', label: 'Chorus', slides: 1 },
          { id: 'v2', label: 'Verse 2', slides: 1 },
        ],
        order: ['v1', 'c1', 'v2', 'c1'],
        omitted: [],
        warnings: [],
        duplicate_of: null,
      });
      assert.equal(headers.get('location'), `${lectern.config.publicUrl}${deckPath(client, deck)}`);
      const read = await client.get(deckPath(client, deck));
      assert.deepEqual([read.body, read.etag], [deck, etag]);
      const { body: snapshot } = await publish(client, deck);
      assert.deepEqual(
        snapshot.slides.map(({ id }: JsonDocument) => id),
        ['v1~1', 'c1~1', 'v2~1', 'c1~2'],
      );
    });

    it('[D70] when it is a dry run, then the response is 200 with the deck that would be created, and nothing is', async () => {
      await fresh();
      const dry = await send(SONG, '?dry_run=true');
      assert.equal(dry.status, 200);
      assert.deepEqual([dry.etag, dry.headers.get('location')], [null, null]);
      assert.equal(dry.body.deck, null);
      assert.deepEqual(await decks(), []);
      const created = await client.post(`${organizationRestPath(client)}/decks`, dry.body.preview);
      assert.equal(created.status, 201, JSON.stringify(created.body));
      const { deck, report } = (await send(SONG, '?dry_run=false')).body;
      assert.deepEqual({ ...report, duplicate_of: null }, dry.body.report);
      assert.deepEqual({ ...deck, id: '' }, { ...created.body, id: '' });
    });

    it('[D70] when a deck has the same title, then another is created, and the report names the first', async () => {
      await fresh();
      const { body: other } = await createDeck(client, [], 'Amazing Grace, my chains are gone');
      const { body: first } = await createDeck(client, [], 'AMAZING grace');
      const { body } = await send(SONG);
      assert.equal(body.report.duplicate_of, first.id);
      assert.equal((await decks()).length, 3);
      assert.notEqual(body.deck.id, other.id);
    });

    it('[D70] when any sample is sent in any media type, then it is imported', async () => {
      await fresh();
      const types = ['application/octet-stream', 'text/plain; charset=utf-8', 'application/xml', 'text/xml'];
      for (const [index, name] of readdirSync(SAMPLES)
        .filter((file) => file !== 'README.md')
        .entries()) {
        const { status, body } = await send(
          readFileSync(join(SAMPLES, name)),
          `?file_name=${encodeURIComponent(name)}`,
          {
            type: types[index % types.length],
          },
        );
        assert.equal(status, 201, `${name}: ${JSON.stringify(body)}`);
        assert.ok(body.report.slides > 0);
      }
    });

    it('[D70] when the file states no title, then the name of the file is it', async () => {
      await fresh();
      assert.equal((await send('One\nTwo\n', '?file_name=My%20song.txt')).body.deck.title, 'My song');
      assert.equal((await send('One\nTwo\n')).body.deck.title, 'One');
    });

    it('[D70] when the file is damaged, then the response is 422 with the line and the reason, and nothing is created', async () => {
      await fresh();
      const response = await send('{title: A}\n{soc}\nWords\n{sov}\n', '?file_name=a.cho');
      assertProblem(response, 422, 'invalid_fields');
      assert.equal(
        response.body.detail,
        'a.cho, line 4: a section begins before the section "chorus" ends. Nothing was changed. Correct the file, or export it again.',
      );
      assert.deepEqual(response.body.errors, [
        {
          pointer: '',
          message: 'line 4: a section begins before the section "chorus" ends',
          code: 'song_section_in_section',
          params: { section: 'chorus', line: 4 },
        },
      ]);
      const zip = await send(Buffer.from('504b0304', 'hex'), '?dry_run=true');
      assertProblem(zip, 422, 'invalid_fields');
      assert.match(zip.body.detail, /^the file: the archive is damaged here, or cut off/);
      assert.deepEqual(await decks(), []);
    });

    it('[D70] when a parameter is invalid, then the response is 422 and names it', async () => {
      await fresh();
      for (const [query, name] of [
        ['?dry_run=yes', 'dry_run'],
        ['?dry_run=', 'dry_run'],
        [`?file_name=${'a'.repeat(SONG_FILE_NAME_MAX_CHARACTERS + 1)}`, 'file_name'],
        ['?file_name=a%00b', 'file_name'],
      ] as const) {
        const response = await send(SONG, query);
        assertProblem(response, 422, 'invalid_fields');
        assert.deepEqual(
          response.body.errors.map(({ parameter }: JsonDocument) => parameter),
          [name],
          query,
        );
      }
      assert.equal((await send(SONG, `?file_name=${'a'.repeat(SONG_FILE_NAME_MAX_CHARACTERS)}`)).status, 201);
    });

    it('[D1] when the file has 5 MiB, then it is read; with one byte more the response is 413', async () => {
      await fresh();
      const xml = Buffer.from('<song><lyrics>[V1]\n Words\n</lyrics></song>');
      const whole = Buffer.concat([xml, Buffer.alloc(SONG_MAX_BYTES - xml.length, 10)]);
      assert.equal((await send(whole)).status, 201);
      const response = await send(Buffer.concat([whole, Buffer.from('\n')]));
      assertProblem(response, 413, 'body_too_large');
      assert.match(response.body.detail, /^A song file can have at most 5 MiB\./);
    });

    it('[D1] when the body is missing or encoded, or has another media type, then it is refused', async () => {
      await fresh();
      const none = { 'content-type': 'text/plain', 'content-length': '0' };
      assertProblem(await client.request('POST', path(), { headers: none }), 422, 'invalid_fields');
      assertProblem(await send(''), 422, 'invalid_fields');
      assertProblem(await send(SONG, '', { type: 'application/json' }), 415, 'unsupported_media_type');
      assertProblem(await send(SONG, '', { type: 'image/png' }), 415, 'unsupported_media_type');
      const encoded = await send(SONG, '', { headers: { 'content-encoding': 'gzip' } });
      assertProblem(encoded, 415, 'unsupported_media_type');
    });

    it('[D9] when an import is repeated with its key, then the first response returns; with another file or name it is a conflict', async () => {
      await fresh();
      const headers = { 'idempotency-key': 'song-1' };
      const first = await send(SONG, '', { headers });
      const again = await send(SONG, '', { headers });
      assert.deepEqual([again.status, again.body, again.etag], [201, first.body, first.etag]);
      assert.equal(again.headers.get('location'), first.headers.get('location'));
      assertProblem(await send(`${SONG}\nMore\n`, '', { headers }), 409, 'idempotency_conflict');
      assertProblem(await send(SONG, '?file_name=b.txt', { headers }), 409, 'idempotency_conflict');
      assert.equal((await decks()).length, 1);
      const both = { 'idempotency-key': 'song-2' };
      const responses = await Promise.all([send(SONG, '', { headers: both }), send(SONG, '', { headers: both })]);
      assert.deepEqual(responses[0]!.body.deck, responses[1]!.body.deck);
      assert.equal((await decks()).length, 2);
    });

    it('[D70] when the organization has its decks, then an import is refused, and a dry run is not', async () => {
      await fresh();
      for (let made = 0; made < QUOTA; made++) await createDeck(client, [], `Deck ${made}`);
      assertProblem(await send(SONG), 409, 'quota_exceeded');
      assert.equal((await send(SONG, '?dry_run=true')).status, 200);
    });

    it('[D1] when more files are sent at a time than are read, then a further one is refused with Retry-After', async () => {
      await fresh();
      const { hostname, port } = new URL(lectern.url);
      /** Begins an upload that does not end. */
      const begin = async (): Promise<Socket> => {
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        const head = [
          `POST ${path('?dry_run=true')} HTTP/1.1`,
          `host: ${hostname}`,
          `authorization: Bearer ${client.owner.token}`,
          'content-type: text/plain',
          'content-length: 1000',
          '\r\n',
        ];
        socket.write(head.join('\r\n'));
        return socket;
      };
      const slow = await Promise.all(Array.from({ length: SONG_UPLOADS_MAX }, begin));
      let refused = await send(SONG, '?dry_run=true');
      try {
        // This one may have been received before the last of the others, which then was refused.
        for (let attempts = 0; refused.status === 200 && attempts < 100; attempts++) {
          slow.push(await begin());
          await sleep(50);
          refused = await send(SONG, '?dry_run=true');
        }
      } finally {
        for (const socket of slow) socket.destroy();
      }
      assertProblem(refused, 429, 'rate_limited');
      assert.equal(refused.headers.get('retry-after'), '2');
      let again = await send(SONG, '?dry_run=true');
      for (let attempts = 0; again.status === 429 && attempts < 100; attempts++) {
        await sleep(20);
        again = await send(SONG, '?dry_run=true');
      }
      assert.equal(again.status, 200);
    });
  });
}
