import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../support/free-port.ts';
import { startTestLectern } from '../support/lectern.ts';
import { openBrowser, registerClient } from '../support/oauth-flow.ts';
import { createUser } from '../support/tokens.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/oauth-app.ts', import.meta.url));
/** As the documents have it, where the machine has it. */
const LOOPBACK = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
  ? '[::1]'
  : '127.0.0.1';
/** Far more than anything takes, on a loaded machine. */
const PATIENCE_MS = 60_000;

test('examples/oauth-app.ts: a person connects it, it refreshes, and disconnects', async () => {
  const lectern = await startTestLectern();
  try {
    const user = await createUser(lectern);
    await user.post(user.owner.livesPath, { name: 'Sunday' });
    const port = await findFreePort();
    const callback = `http://${LOOPBACK}:${port}/callback`;
    const client = await registerClient(lectern, { redirectUris: [callback] });
    const child = spawn(process.execPath, [EXAMPLE, lectern.url, client.id, callback], { timeout: PATIENCE_MS });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let said = '';
    let heard = () => {};
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        heard();
      });
    }
    const hear = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(said);
        if (found) return found;
        const more = new Promise<void>((resolve) => {
          heard = resolve;
        });
        await Promise.race([more, ended.then((code) => assert.fail(`it ended with ${code}: ${said}`))]);
      }
    };
    const [, address] = await hear(/Open this in your browser:\n(\S+)\n/);
    const browser = await openBrowser(lectern, user);
    const answer = await browser.submit(await browser.get(address!), { decision: 'allow' }, '/oauth/authorize');
    assert.equal((await fetch(`${callback}?state=guessed&code=x`)).status, 404);
    assert.equal((await fetch(answer.location!)).status, 200);
    await hear(/User has 1 Lives: Sunday\n/);
    child.stdin.write('\n');
    await hear(/(User has 1 Lives: Sunday\n[\s\S]*){2}/);
    const grants = async () => (await user.get('/v1/me/oauth-grants')).body.data.length;
    assert.equal(await grants(), 1);
    child.stdin.end();
    assert.equal(await ended, 0, said);
    assert.match(said, /Disconnected\.\n$/);
    assert.equal(await grants(), 0);
  } finally {
    await lectern.close();
  }
});
