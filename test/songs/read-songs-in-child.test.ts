import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readInChild, TooDemandingError } from '../../src/import-files/child/read-in-child.ts';
import { createSongReader } from '../../src/songs/child/read-songs-in-child.ts';
import { parseSong } from '../../src/songs/parse-song.ts';
import type { ReadItem } from '../../src/songs/read-songs.ts';
import { DamagedSongError } from '../../src/songs/sources/damaged-song-error.ts';
import { toZip } from '../editions/zip.ts';

const ROOT = join(import.meta.dirname, '../..');
const SCRIPT = join(ROOT, 'bin/song-child.mjs');
const SERVE_TASK = join(ROOT, 'src/import-files/child/serve-task.ts');

describe('reading songs in a process of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-song-child-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const writeScript = (code: string) =>
    write(`${crypto.randomUUID()}.mjs`, `import { serveTask } from ${JSON.stringify(SERVE_TASK)};\n${code}`);
  const readWith = (code: string, songMs?: number) =>
    createSongReader(writeScript(code), songMs === undefined ? {} : { songMs }).readSong(
      Buffer.from('{t:T}\nOne\n'),
      'a.cho',
    );
  const isTooDemanding = (error: unknown) =>
    error instanceof DamagedSongError &&
    error.reason.code === 'song_too_demanding' &&
    error.message.startsWith('a.cho: ');
  const readSongs = async (content: Buffer, name: string): Promise<ReadItem[]> =>
    Array.fromAsync(createSongReader(SCRIPT).readSongs(write('file', content), name, {}));

  test('[D70] when a song is read in a process, then song and report are those of the server itself', async () => {
    const name = 'propresenter6-amazing-grace.pro6';
    const bytes = readFileSync(join(import.meta.dirname, 'samples', name));
    assert.deepEqual(await createSongReader(SCRIPT).readSong(bytes, name), await parseSong(bytes, name));
  });

  test('[D70] when a damaged song is read in a process, then the refusal names the file, the line and the reason', async () => {
    const bytes = Buffer.from('{t:T}\n{soc}\nOne\n{soc}\n');
    const refused = await parseSong(bytes, 'a.cho').catch((error) => error);
    assert.ok(refused instanceof DamagedSongError);
    await assert.rejects(createSongReader(SCRIPT).readSong(bytes, 'a.cho'), (error) => {
      assert.ok(error instanceof DamagedSongError);
      assert.deepEqual([error.message, error.line, error.reason], [refused.message, 4, refused.reason]);
      return true;
    });
  });

  test('[D70] when a file holds several songs, then it is refused as one song', async () => {
    const zip = toZip([{ name: 'a.txt', content: 'One\n' }]);
    await assert.rejects(createSongReader(SCRIPT).readSong(zip, 'a.zip'), {
      reason: {
        code: 'song_is_collection',
        message: 'this file can hold several songs (zip archive): import it as a collection of songs',
        params: { format: 'zip archive' },
      },
    });
  });

  test('[D1] when reading takes longer than the limit, then the file is refused and the process ends', async () => {
    await assert.rejects(readWith('await serveTask(() => { for (;;) {} });', 300), isTooDemanding);
  });

  for (const [kind, grow] of [
    ['objects', 'kept.push(Array.from({ length: 10_000 }, (_, at) => ({ at })))'],
    ['buffers', 'kept.push(Buffer.alloc(1_000_000, 1))'],
  ]) {
    test(`[D1] when reading needs more memory than the limit for ${kind}, then the file is refused`, async () => {
      await assert.rejects(readWith(`const kept = []; await serveTask(() => { for (;;) ${grow}; });`), isTooDemanding);
    });
  }

  test('[D1] when the process fails, then its error is reported and is not a refusal of the file', async () => {
    const code = 'await serveTask(() => { throw new TypeError("a bug"); });';
    await assert.rejects(readWith(code), { name: 'TypeError', message: 'a bug' });
    await assert.rejects(readWith('process.exit(3)'), /ended with the code 3/);
  });

  test('[D1] when code of a file runs in the process, then it reaches no other files, no network, no environment and no threads', async () => {
    const script = writeScript(`
      import { readFileSync, writeFileSync } from 'node:fs';
      import { createConnection } from 'node:net';
      import { execFileSync } from 'node:child_process';
      import { Worker } from 'node:worker_threads';
      const codeOf = (work) => { try { work(); return null; } catch (error) { return error.code; } };
      await serveTask(async function* ({ file, other }) {
        yield codeOf(() => readFileSync(file));
        yield codeOf(() => readFileSync(other));
        yield codeOf(() => writeFileSync(file, ''));
        yield codeOf(() => execFileSync(process.execPath, ['-v']));
        yield codeOf(() => new Worker('', { eval: true }));
        yield await new Promise((resolve) => createConnection(1, '127.0.0.1').on('error', ({ code }) => resolve(code)));
        yield Object.keys(process.env).filter((name) => !name.startsWith('__'));
      });`);
    const file = write('read.txt', '1');
    const task = { file, other: write('other.txt', '2') };
    const denied = 'ERR_ACCESS_DENIED';
    assert.deepEqual(await Array.fromAsync(readInChild(script, task, { files: [file], maxMs: 20_000 })), [
      null,
      ...[denied, denied, denied, denied, denied],
      [],
    ]);
  });

  test('[D1] when the caller stops, then the process ends', async () => {
    const script = writeScript('await serveTask(async function* () { for (;;) yield process.pid; });');
    const { signal, ...controller } = stoppable();
    const pids: number[] = [];
    const reading = (async () => {
      for await (const pid of readInChild<number>(script, null, { maxMs: 20_000, signal })) {
        pids.push(pid);
        controller.stop();
        await sleep(1);
      }
    })();
    await assert.rejects(reading, { message: 'stopped' });
    assert.throws(() => process.kill(pids[0]!, 0), { code: 'ESRCH' });
    await assert.rejects(
      Array.fromAsync(readInChild(writeScript('await serveTask(() => { for (;;) {} });'), null, { maxMs: 300 })),
      TooDemandingError,
    );
  });

  test('[D70] when an archive is read, then each song is one item, and what cannot be read is named', async () => {
    const inner = toZip([
      { name: 'c.txt', content: 'Three\n' },
      { name: 'deep.zip', content: toZip([{ name: 'd.txt', content: 'Four\n' }]) },
    ]);
    const zip = toZip([
      { name: 'songs/a.txt', content: 'Song A\n\nOne\n' },
      { name: 'songs/.DS_Store', content: 'x' },
      { name: '__MACOSX/songs/a.txt', content: 'x' },
      { name: 'songs/b.cho', content: '{t:B}\n{soc}\nOne\n{soc}\n' },
      { name: 'songs/locked.txt', content: 'x', encrypted: true },
      { name: 'songs/link.txt', content: '/etc/passwd', symlink: true },
      { name: 'songs/broken.txt', content: 'Broken\n', crc: 1 },
      { name: 'images/a.png', content: Buffer.from('89504e470d0a1a0a', 'hex') },
      { name: 'images/unnamed', content: Buffer.from('89504e470d0a1a0a', 'hex') },
      { name: 'film.mp4', content: 'x' },
      { name: 'more.zip', content: inner },
    ]);
    const items = await readSongs(zip, 'all.zip');
    assert.deepEqual(
      items.map((item) => [
        item.name,
        item.kind === 'song'
          ? item.song.slides.map(({ text }) => text)
          : item.kind === 'omitted'
            ? item.omission
            : item.kind === 'refused' && item.reason.code,
      ]),
      [
        ['songs/a.txt', ['One']],
        ['songs/b.cho', 'song_section_in_section'],
        ['songs/locked.txt', 'song_archive_encrypted'],
        ['songs/link.txt', 'song_not_a_file'],
        ['songs/broken.txt', 'song_archive_damaged'],
        ['images/a.png', 'pictures'],
        ['images/unnamed', 'pictures'],
        ['film.mp4', 'media'],
        ['more.zip/c.txt', ['Three']],
        ['more.zip/deep.zip', 'song_is_zip'],
      ],
    );
    assert.equal(items.at(-1)!.share, 1);
  });

  test('[D70] when an archive is damaged or an office document, then the whole is refused', async () => {
    const codeOf = async (content: Buffer) => {
      const refused = await readSongs(content, 'a.zip').catch((error) => error);
      assert.ok(refused instanceof DamagedSongError, `${refused}`);
      return refused.reason.code;
    };
    const zip = toZip([{ name: 'a.txt', content: 'One\n' }]);
    assert.deepEqual(await codeOf(zip.subarray(0, -30)), 'song_archive_damaged');
    assert.deepEqual(await codeOf(toZip([{ name: '../a.txt', content: 'One\n' }])), 'song_archive_damaged');
    assert.deepEqual(await codeOf(toZip([{ name: '[Content_Types].xml', content: '<a/>' }])), 'song_is_zip');
  });
});

function stoppable() {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort(new Error('stopped')) };
}
