import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openAuthorizationBrowser, registerClient } from '../support/requests/oauth-flow.ts';
import { createTestUser } from '../support/requests/tokens.ts';
import { findFreePort } from '../support/server/free-port.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/oauth-app.ts', import.meta.url));
/** The loopback address of the documentation: IPv6 where the machine has it. */
const LOOPBACK = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
  ? '[::1]'
  : '127.0.0.1';
/** Far more than anything takes, on a loaded machine. */
const PATIENCE_MS = 60_000;

/** The example as people run it, up to the address that a person opens. */
function startExample(words: readonly string[]) {
  const child = spawn(process.execPath, [EXAMPLE, ...words], { timeout: PATIENCE_MS });
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
  return { stdin: child.stdin, ended, hear, said: () => said };
}

describe('examples/oauth-app.ts', () => {
  const { lectern } = useInProcessServer();

  /** Opens the example's authorization page in a new browser. */
  async function begin() {
    const user = await createTestUser(lectern);
    const callback = `http://${LOOPBACK}:${await findFreePort()}/callback`;
    const client = await registerClient(lectern, { redirectUris: [callback] });
    const example = startExample([lectern.url, client.id, callback]);
    const [, address] = await example.hear(/Open this in your browser:\n(\S+)\n/);
    const browser = await openAuthorizationBrowser(lectern, user);
    const decide = async (decision: string) =>
      browser.submit(await browser.get(address!), { decision }, '/oauth/authorize');
    return { user, callback, example, decide };
  }

  test('when a person connects it, then it refreshes, and disconnects', async () => {
    const { user, callback, example, decide } = await begin();
    await user.post(user.owner.livesPath, { name: 'Sunday' });
    const response = await decide('allow');
    assert.equal((await fetch(`${callback}?state=guessed&code=x`)).status, 404);
    assert.equal((await fetch(response.location!)).status, 200);
    await example.hear(/User has 1 Lives: Sunday\n/);
    example.stdin.write('\n');
    await example.hear(/(User has 1 Lives: Sunday\n[\s\S]*){2}/);
    const grants = async () => (await user.get('/v1/me/oauth-grants')).body.data.length;
    assert.equal(await grants(), 1);
    example.stdin.end();
    assert.equal(await example.ended, 0, example.said());
    assert.match(example.said(), /Disconnected\.\n$/);
    assert.equal(await grants(), 0);
  });

  test('when a person does not allow it, then it says so in one line', async () => {
    const { example, decide } = await begin();
    await fetch((await decide('deny')).location!);
    assert.equal(await example.ended, 1);
    assert.match(example.said(), /^Open this in your browser:\n\S+\nAccess was denied, so nothing is connected\.\n$/);
  });

  test('when an address is wrong or no server responds there, then it says so in one line', async () => {
    for (const baseUrl of [`http://127.0.0.1:${await findFreePort()}`, 'localhost:8080', 'nonsense']) {
      const example = startExample([baseUrl, 'client']);
      assert.equal(await example.ended, 1);
      assert.match(example.said(), new RegExp(`^${baseUrl} cannot be used: [^\\n]+\\n$`));
    }
  });

  test('when a callback address is invalid or taken, then it says which in one line', async () => {
    const { port } = new URL(lectern.url);
    for (const [address, exitCode] of [
      ['nonsense', 2],
      ['http://127.0.0.1/callback', 2],
      ['https://app.example.org:8765/callback', 2],
      [`http://127.0.0.1:${port}/callback`, 1],
    ] as const) {
      const example = startExample([lectern.url, 'client', address]);
      assert.equal(await example.ended, exitCode);
      const [, reason] = example.said().split(address);
      assert.ok(example.said().startsWith(`The callback address ${address} `), example.said());
      assert.match(
        reason!,
        exitCode === 2 ? /^ is not valid\. [^\n]+\n$/ : /^ cannot be used: [^\n]+EADDRINUSE[^\n]+\n$/,
      );
    }
  });
});
