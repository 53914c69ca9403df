import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parseSong } from '../../src/songs/parse-song.ts';
import { DamagedSongError } from '../../src/songs/sources/damaged-song-error.ts';
import { createSongReader } from '../../src/songs/worker/read-in-worker.ts';

const SCRIPT = join(import.meta.dirname, '../../bin/song-worker.mjs');
const SONG = Buffer.from('{t:T}\nOne\n');

describe('reading a song in a worker thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-song-worker-'));
  after(() => rmSync(folder, { recursive: true }));
  const readWith = (code: string, maxMs?: number) => {
    const script = join(folder, 'worker.mjs');
    writeFileSync(script, code);
    return createSongReader(script, maxMs)(SONG, 'a.cho');
  };
  const isTooDemanding = (error: unknown) =>
    error instanceof DamagedSongError &&
    error.reason.code === 'song_too_demanding' &&
    error.message.startsWith('a.cho: ');

  test('[D70] when a song is read in a thread, then song and report are those of the server itself', async () => {
    const name = 'propresenter6-amazing-grace.pro6';
    const bytes = readFileSync(join(import.meta.dirname, 'samples', name));
    assert.deepEqual(await createSongReader(SCRIPT)(bytes, name), await parseSong(bytes, name));
  });

  test('[D70] when a damaged song is read in a thread, then the refusal names the file, the line and the reason', async () => {
    const bytes = Buffer.from('{t:T}\n{soc}\nOne\n{soc}\n');
    const refused = await parseSong(bytes, 'a.cho').catch((error) => error);
    assert.ok(refused instanceof DamagedSongError);
    await assert.rejects(createSongReader(SCRIPT)(bytes, 'a.cho'), (error) => {
      assert.ok(error instanceof DamagedSongError);
      assert.deepEqual([error.message, error.line, error.reason], [refused.message, 4, refused.reason]);
      return true;
    });
  });

  test('[D70] when reading takes longer than the limit, then the file is refused and the thread ends', async () => {
    await assert.rejects(readWith('for (;;) {}', 50), isTooDemanding);
  });

  test('[D70] when reading needs more memory than the limit, then the file is refused', async () => {
    const code = 'const kept = []; for (;;) kept.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));';
    await assert.rejects(readWith(code), isTooDemanding);
  });

  test('[D70] when the thread fails, then its error is reported and is not a refusal of the file', async () => {
    await assert.rejects(readWith('throw new TypeError("a bug");'), { name: 'TypeError', message: 'a bug' });
  });
});
