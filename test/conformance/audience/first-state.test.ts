import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { executeCommand } from '../../../src/cli/execute.ts';
import { EAST_ASIAN_FONTS, eastAsianFont } from '../../../src/pages/toolkit/east-asian-fonts.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const HOSTILE = 'End </script><script>alert(1)</script> <!-- & <b>';
const LONG_VERSES = 150;
const EDITION = smallEdition('first', {
  43: { 3: { 1: HOSTILE, 2: 'Plain words.' } },
  19: { 119: Object.fromEntries(Array.from({ length: LONG_VERSES }, (_, i) => [i + 1, 'long verse '.repeat(60)])) },
});

/** Raw bytes, without the decoding of `fetch`. */
function exchange(url: string, encoding?: string): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: encoding === undefined ? {} : { 'accept-encoding': encoding } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ headers: response.headers, body: Buffer.concat(chunks) });
    }).on('error', reject);
  });
}

const stateIn = (page: string): string | undefined =>
  /<script type="application\/json" id="state">([^<]*)<\/script>/.exec(page)?.[1];

for (const engine of PAGE_ENGINES) {
  describe(`the first verse on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: [EDITION] });

    async function createLive() {
      const operator = await world.openLive();
      const page = async () => (await fetch(`${world.url}/l/${operator.liveId}`)).text();
      return Object.assign(operator, { page });
    }

    it('[D44] when the page is opened, then it holds the state that the stream begins with, and no text ends its element', async () => {
      const live = await createLive();
      await live.push('John 3:1-2');
      const page = await live.page();
      const { state, stream } = await joinAudience(world.url, live.liveId);
      stream.close();
      const text = stateIn(page);
      assert.ok(text, page);
      assert.deepEqual(JSON.parse(text), state);
      assert.equal(state.items[0]!.text, HOSTILE);
      assert.doesNotMatch(page, /alert\(1\)<|<!--|<b>/);
      assert.equal(page.match(/<script/g)?.length, 2);
      await live.push('John 3:2', { replace: true });
      assert.equal(JSON.parse(stateIn(await live.page())!).items.length, 1, 'the state of now');
    });

    it('[D44] when a Live is hidden, stopped or empty, then nothing of it stands in its page', async () => {
      const live = await createLive();
      assert.equal(stateIn(await live.page()), undefined);
      await live.push('John 3:2');
      assert.match(stateIn(await live.page())!, /Plain words/);
      for (const body of [{ paused: true }, { status: 'stopped' }]) {
        await live.write('PATCH', '/playback', body);
        assert.doesNotMatch(await live.page(), /id="state"|Plain words/, JSON.stringify(body));
        await live.write('PATCH', '/playback', { status: 'running', paused: false });
        assert.match(await live.page(), /Plain words/);
      }
    });

    it('[D20], [D42] when a Live is protected or restricted, then nothing of it stands in its page', async () => {
      const live = await createLive();
      await live.push('John 3:2');
      const { secret } = await live.write('POST', '/audience-secret', {});
      assert.doesNotMatch(await live.page(), /id="state"|Plain words/);
      const entered = await fetch(`${world.url}/l/${live.liveId}/secret`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ secret }),
      });
      const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!;
      const admitted = await fetch(`${world.url}/l/${live.liveId}`, { headers: { cookie } });
      assert.equal(admitted.status, 200);
      assert.doesNotMatch(await admitted.text(), /id="state"|Plain words/);
      await live.write('DELETE', '/audience-secret');
      assert.match(await live.page(), /Plain words/);
      await executeCommand(world.lectern.installation, 'account restrict', { id: live.owner.id });
      assert.doesNotMatch(await live.page(), /id="state"|Plain words/);
    });

    it('when a queue is long, then it comes only by the stream, so that the page itself does not wait', async () => {
      const live = await createLive();
      await live.push(`Psalm 119:1-${LONG_VERSES}`);
      assert.equal(stateIn(await live.page()), undefined);
    });

    it('when fonts of Chinese, Japanese and Korean are loaded, then they come from this installation, and no other file of their packages does', async () => {
      for (const { files, prefix } of EAST_ASIAN_FONTS.map(eastAsianFont)) {
        const [file] = readdirSync(files);
        const font = await fetch(world.url + prefix + file);
        assert.deepEqual([font.status, font.headers.get('content-type')], [200, 'font/woff2']);
        assert.match(font.headers.get('cache-control')!, /immutable/);
        assert.ok((await font.bytes()).length > 0);
        for (const path of ['package.json', '..%2fpackage.json', '']) {
          assert.equal((await fetch(world.url + prefix + path)).status, 404, path);
        }
      }
    });

    it('when the browser accepts compression, then the page and its scripts and styles come compressed', async () => {
      const live = await createLive();
      await live.push('John 3:1-2');
      const address = `${world.url}/l/${live.liveId}`;
      const plain = await exchange(address);
      const zipped = await exchange(address, 'gzip, br');
      assert.deepEqual([plain.headers['content-encoding'], zipped.headers['content-encoding']], [undefined, 'gzip']);
      assert.deepEqual(gunzipSync(zipped.body), plain.body);
      for (const { headers } of [plain, zipped]) {
        assert.deepEqual([headers.vary, headers['cache-control']], ['accept-encoding', 'private, no-cache']);
      }
      const files = [...plain.body.toString().matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!);
      assert.ok(files.length > 3);
      for (const file of files) {
        const url = world.url + file;
        const whole = await exchange(url);
        const brotli = await exchange(url, 'gzip, deflate, br');
        const gzip = await exchange(url, 'gzip');
        assert.deepEqual(
          [whole, brotli, gzip].map(({ headers }) => headers['content-encoding']),
          [undefined, 'br', 'gzip'],
          file,
        );
        assert.deepEqual([brotliDecompressSync(brotli.body), gunzipSync(gzip.body)], [whole.body, whole.body], file);
        for (const { headers } of [whole, brotli, gzip]) {
          assert.equal(headers.vary, 'accept-encoding');
          assert.match(String(headers['cache-control']), /immutable/);
          assert.equal(headers['content-type'], whole.headers['content-type']);
        }
      }
    });
  });
}
