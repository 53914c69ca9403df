import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { alignedBuffers, UncachedFile } from '../../src/storage/backup/uncached-file.ts';

const BYTES = 64 * 1024;

// The second is in memory on Linux, where there is no disk to write to.
for (const parent of [tmpdir(), '/dev/shm'].filter((path) => existsSync(path))) {
  describe(`a file that is written past the cache, in ${parent}`, () => {
    const folder = mkdtempSync(join(parent, 'lectern-uncached-'));
    after(() => rmSync(folder, { recursive: true }));

    const assertWritten = async (name: string, pieces: readonly Buffer[]) => {
      const path = join(folder, name);
      closeSync(openSync(path, 'wx'));
      {
        await using file = await UncachedFile.open(path);
        let position = 0;
        for (const piece of pieces) {
          await file.write(piece, position);
          position += piece.length;
        }
      }
      assert.deepEqual(readFileSync(path), Buffer.concat(pieces));
    };
    const buffers = () => alignedBuffers(3, BYTES).map((buffer) => randomFillSync(buffer));

    it('has all that was written, also an end that is shorter than what a disk writes at a time', async () => {
      await assertWritten('whole', buffers());
      await assertWritten('short end', [...buffers(), Buffer.from('the end')]);
    });

    it('has what begins anywhere in memory, and goes on after it', async () => {
      const [first, second, third] = buffers();
      await assertWritten('crooked', [first!, second!.subarray(1, 4_097), third!]);
      await assertWritten('empty', []);
    });

    it('is refused where there is no file, and where it cannot be written', async () => {
      await assert.rejects(UncachedFile.open(join(folder, 'missing')), { code: 'ENOENT' });
      await assert.rejects(UncachedFile.open(folder), { code: 'EISDIR' });
    });
  });
}
