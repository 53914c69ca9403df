import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('./lazy-parts.ts', import.meta.url));
const PARTS = ['image library', 'native part of the image library', 'mail library', 'passkey library'] as const;
const onLinux = { skip: process.platform === 'linux' ? false : 'descriptors are bounded in another way here' };

/**
 * Loads a part twice in a separate process: without descriptors, and with them again. Returns the error of each attempt
 * as text.
 */
async function loadTwice(part: string): Promise<{ first: string; second: string }> {
  const limited = ['-c', 'ulimit -n 60; exec "$@"', 'sh', process.execPath, PROGRAM, part];
  const { stdout } = await promisify(execFile)('sh', limited);
  return JSON.parse(stdout);
}

for (const part of PARTS) {
  it(
    `[D3] ${part}: when it could not be loaded for lack of descriptors, then it loads once some are free`,
    onLinux,
    async () => {
      const { first, second } = await loadTwice(part);
      assert.equal(first, 'The server has no file descriptors left for now.');
      assert.equal(second, 'loaded');
    },
  );
}

it(
  '[D3] when a timer fails for lack of descriptors, then the process keeps running; any other failure ends it',
  onLinux,
  async () => {
    const { first, second } = await loadTwice('background');
    assert.deepEqual([first, second], ['EMFILE', 'background task failed']);
    await assert.rejects(loadTwice('defect'), { code: 1, stderr: /a defect/ });
  },
);
