import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { before, describe, it } from 'node:test';
import { networkOrigin, networkOrigins } from '../../../src/config/network-origin.ts';
import { createPerson, type Person } from '../../support/requests/members.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { findFreePort } from '../../support/server/free-port.ts';
import { startTestLectern } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PATH = '/installation/network';
const NETWORK = networkOrigin(0);
const skip = NETWORK === null && 'this machine has no network';

describe('[D78] the page that opens the installation to the network', { skip }, () => {
  const { lectern } = useInProcessServer({ settings: async () => ({ PORT: String(await findFreePort()) }) });
  let administrator: Person;
  before(async () => {
    administrator = await createPerson(lectern);
  });

  const networkUrl = () => networkOrigin(lectern.server.port)!;
  const isReachable = () =>
    fetch(`${networkUrl()}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const turn = async (action: 'open' | 'close') => {
    const page = await administrator.browser.get(PATH);
    return administrator.browser.submit(page, {}, `${PATH}/${action}`);
  };
  const records = async () =>
    (await lectern.installation.storage.audit.list(null, { limit: 100, before: null, since: null }))
      .map(({ operation }) => operation)
      .filter((operation) => operation.endsWith('Network'));
  /** Restarts the server on its port, where the browser of the administrator is still signed in. */
  const restart = async () => {
    await lectern.restart();
    const { secret } = await startSession(lectern, administrator.email);
    administrator.browser.cookies.set('lectern_session', secret);
  };

  it('when it is off, then only this machine can connect, and the page says what turning it on means', async () => {
    const { status, text } = await administrator.browser.get(PATH);
    assert.equal(status, 200);
    assert.match(text, /<strong>Off\.<\/strong> Only this computer can open Lectern/);
    assert.match(text, /The connection is not encrypted\. You can turn it off again here\./);
    assert.doesNotMatch(text, /class="qr"/);
    assert.equal(await isReachable(), false);
  });

  it('when a user who is no administrator sends it, then nothing changes', async () => {
    const { browser } = await createPerson(lectern);
    assert.equal((await browser.get(PATH)).status, 404);
    assert.equal((await browser.post(`${PATH}/open`, { csrf: 'none' })).status, 404);
    assert.equal(await isReachable(), false);
  });

  it('when another program has the port on an address, then nothing changes, and the page says so', async () => {
    const other = createServer();
    other.listen(lectern.server.port, new URL(NETWORK!).hostname);
    await once(other, 'listening');
    const { status, text } = await turn('open');
    other.close();
    await once(other, 'close');
    assert.equal(status, 409);
    assert.match(text, /could not listen on port \d+ of all addresses\. .* Nothing was changed\./);
    assert.match(text, /<strong>Off\.<\/strong>/);
    assert.equal(await isReachable(), false);
    assert.deepEqual(await records(), []);
  });

  it('when it is turned on, then others can connect at once, the page shows the addresses, and it is recorded once', async () => {
    const page = await administrator.browser.get(PATH);
    for (let i = 0; i < 2; i++) {
      const { status, location } = await administrator.browser.submit(page, {}, `${PATH}/open`);
      assert.deepEqual([status, location?.pathname], [303, PATH]);
    }
    assert.equal(await isReachable(), true);
    const { text } = await administrator.browser.get(`${PATH}?done=open`);
    assert.match(text, /Other devices in this network can now open Lectern\./);
    assert.match(text, /others in this network can read what is sent, tokens too/);
    for (const origin of networkOrigins(lectern.server.port)) {
      assert.ok(text.includes(`<code>${origin}</code>`), origin);
      assert.ok(text.includes(`aria-label="QR code of ${origin}"`), origin);
    }
    assert.ok(text.includes(`TCP port ${lectern.server.port}`));
    assert.deepEqual(await records(), ['openNetwork']);
    const console = await administrator.browser.get('/account');
    assert.equal(console.status, 200, 'this machine keeps its connection');
  });

  it('when the server starts again, then it still listens for others', async () => {
    await restart();
    assert.equal(lectern.server.openToNetwork, true);
    assert.equal(await isReachable(), true);
  });

  it('when it is turned off, then others cannot connect, and their open connections end, also after a restart', async () => {
    const open = connect(lectern.server.port, new URL(NETWORK!).hostname);
    await once(open, 'connect');
    const ended = once(open, 'close');
    assert.equal((await turn('close')).location?.search, '?done=close');
    await ended;
    assert.equal(await isReachable(), false);
    assert.deepEqual(await records(), ['closeNetwork', 'openNetwork']);
    await restart();
    assert.equal(lectern.server.openToNetwork, false);
    assert.equal(await isReachable(), false);
  });
});

describe('[D78] when a setting decides', () => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    it(`HOST=${host}, then it wins over what was stored, and the page shows it without a button`, async () => {
      await using lectern = await startTestLectern('sqlite', { HOST: host });
      const { browser } = await createPerson(lectern);
      const page = await browser.get(PATH);
      assert.ok(page.text.includes(`The setting <code>HOST=${host}</code> decides this`));
      assert.equal(/<strong>On\.<\/strong>/.test(page.text), host === '0.0.0.0');
      assert.doesNotMatch(page.text, /\/network\/(open|close)"/);
    });
  }
});
