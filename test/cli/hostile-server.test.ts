import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isServerPage } from '../../src/cli/remote/remote-server.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { runLectern } from './run-lectern.ts';

/** Clears the screen, sets the title, and changes the reading direction. */
const EVIL = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202edlrow\u2028';

describe('[D47] lectern login to a hostile server', () => {
  let detail = '';
  const server = createServer((request, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url !== '/connect/terminal') return respond(400, { detail: `${EVIL}${detail}` });
    const uri = `http://${request.headers.host}/connect`;
    return respond(200, {
      device_code: `d${EVIL}`,
      user_code: 'BCDF-BCDF',
      verification_uri: uri,
      verification_uri_complete: uri,
      expires_in: 60,
      interval: 1,
    });
  });
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  after(() => server.close());

  it('when the server sends any text, then none of it controls the terminal', async () => {
    detail = 'Pay attention';
    const configDir = createDataDirectory();
    const setting = { dataDir: join(configDir, 'none'), env: { XDG_CONFIG_HOME: configDir } };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stdout, stderr } = await runLectern(['login', '--server', url, '--no-browser'], setting);
    assert.equal(code, 1);
    assert.match(stderr, /Pay attention/);
    assert.doesNotMatch((stdout + stderr).replaceAll('\n', ''), /[\p{Cc}\p{Bidi_Control}\u2028]/u);
  });

  it('when a browser is opened, then it shows only the server’s own pages', () => {
    const own = 'https://lectern.example.org';
    assert.ok(isServerPage(own, `${own}/connect?code=BCDF-BCDF`));
    for (const address of [
      'https://evil.example/connect',
      'http://lectern.example.org/connect',
      'https://lectern.example.org:8443/connect',
      'https://lectern.example.org@evil.example/',
      'javascript:alert(1)',
      'no address',
    ]) {
      assert.ok(!isServerPage(own, address), address);
    }
  });
});
