import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLiveController, type LiveController } from '../support/requests/live-controller.ts';
import { findFreePort } from '../support/server/free-port.ts';
import { createTestOrganization } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';
import { startProxyingServer } from './proxying-server.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/operator.ts', import.meta.url));
/** Far more than anything takes, on a loaded machine. */
const PATIENCE_MS = 60_000;

/** The example as people run it. */
function startExample(words: readonly string[], token: string) {
  const env = { ...process.env, TOKEN: token };
  const child = spawn(process.execPath, [EXAMPLE, ...words], { env, timeout: PATIENCE_MS });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return {
    type: (line: string) => child.stdin.write(`${line}\n`),
    endInput: () => child.stdin.end(),
    ended,
    /** Waits until all of this has been printed, in this order. */
    printed: async (...parts: string[]) => {
      while (!hasInOrder(output.stdout, parts)) {
        if (child.exitCode !== null) assert.fail(JSON.stringify({ parts, ...output }));
        await sleep(10);
      }
    },
  };
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

describe('examples/operator.ts', { concurrency: true }, () => {
  const { lectern } = useInProcessServer({ editions: 'starter' });
  let controller: LiveController;
  before(async () => {
    controller = await createLiveController(lectern, await createTestOrganization(lectern), { translations: ['kjv'] });
  });

  test('when it runs, then it says what the Live shows, and pushes what is typed on top of what was seen', async () => {
    let foreign: (() => Promise<unknown>) | null = null;
    const proxy = await startProxyingServer(lectern.url, async ({ method }) => {
      if (method !== 'POST') return;
      await foreign?.();
      foreign = null;
    });
    const example = startExample([proxy.url, controller.id], controller.owner.token);
    await example.printed('#1 hides nothing');
    example.type('John 3:16-18');
    await example.printed('#2 shows John 3:16 For God so loved', '(next: John 3:17)');
    example.type('');
    await example.printed('#3 shows John 3:17 For God sent', '(next: John 3:18)');
    example.type('-');
    await example.printed('#4 shows John 3:16 For God so loved');
    await controller.get();
    await controller.play({ paused: true });
    await example.printed('#5 hides John 3:16');
    example.type('.');
    await example.printed('#6 shows John 3:16');
    await controller.get();
    example.type('Hezekiah 1:1');
    await example.printed('LecternProblem: ');

    // Another client is slightly faster: it writes after the ETag was read and before the push arrives.
    foreign = () => controller.push({ book_id: 19, chapter: 117 });
    example.type('Psalm 23');
    await example.printed('Another client changed the Live', '#7 shows');
    example.type('Psalm 23');
    await example.printed('#8 shows Psalm 23:1');
    example.endInput();
    assert.deepEqual((await example.ended).code, 0);
    await proxy.close();
  });

  test('when it cannot go on, then it says why; when it is called wrongly, then it says how it is used', async () => {
    const stranger = await startExample([lectern.url, controller.id], 'svc_unknown').ended;
    assert.deepEqual([stranger.code, stranger.stdout], [1, '']);
    assert.match(stranger.stderr, /^LecternProblem: /);
    for (const baseUrl of [`http://127.0.0.1:${await findFreePort()}`, 'localhost:8080', 'nonsense']) {
      const nowhere = await startExample([baseUrl, controller.id], controller.owner.token).ended;
      assert.deepEqual([nowhere.code, nowhere.stdout], [1, '']);
      assert.match(nowhere.stderr, new RegExp(`^${baseUrl} cannot be used: [^\\n]+\\n$`));
    }
    const lost = await startExample([lectern.url], 'svc_unknown').ended;
    assert.deepEqual([lost.code, lost.stderr.startsWith('Usage: ')], [2, true]);
  });
});
