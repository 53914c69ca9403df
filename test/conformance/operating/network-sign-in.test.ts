import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createPerson, type Person } from '../../support/requests/members.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { startTestLectern } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const PAGE = '/installation/network';
const ALLOW = `${PAGE}/sign-in/allow`;
const REFUSE = `${PAGE}/sign-in/refuse`;
const SESSION = 'lectern_network_session';
const PHONE = '192.168.1.20';
/** The suite sends what a proxy on this machine would, so that its requests come from the network. */
const settings = { LECTERN_TRUSTED_PROXIES: '127.0.0.1' };

describe('[D78] signing in from the network without encryption', () => {
  const { lectern } = useInProcessServer({ settings: async () => settings });
  let administrator: Person;
  before(async () => {
    administrator = await createPerson(lectern);
  });

  const open = (host: string, peer = PHONE) =>
    new BrowserAgent(`http://${host}`, { 'x-forwarded-for': peer }, lectern.url);
  const port = () => new URL(lectern.url).port;
  const openPhone = () => open(`192.168.1.5:${port()}`);
  /** Signs in by a link, as an invited person does. */
  const signIn = async (browser: BrowserAgent, email: string) => {
    const { path } = await lectern.installation.links.createForUser(email, 'sign_in', 1);
    return browser.submit(await browser.get(path), {}, path);
  };
  const turn = async (action: string) =>
    administrator.browser.submit(await administrator.browser.get(PAGE), {}, action);
  const records = async () =>
    (await lectern.installation.storage.audit.list(null, { limit: 100, before: null, since: null }))
      .map(({ operation }) => operation)
      .filter((operation) => operation.endsWith('NetworkSignIn'));

  it('when it is off, then a phone learns which switch an administrator has to turn on', async () => {
    for (const path of ['/sign-in', '/console?pair=ABCDEF', `/link/${'a'.repeat(43)}`]) {
      const { status, text } = await openPhone().get(path);
      assert.equal(status, 503, path);
      assert.match(text, /“People may sign in from this network without encryption”/, path);
    }
    assert.doesNotMatch((await open(`evil.example:${port()}`).get('/sign-in')).text, /People may sign in/);
    assert.match((await administrator.browser.get(PAGE)).text, /<strong>Off\.<\/strong> On other devices, nobody/);
  });

  it('when a browser that may run elsewhere turns it on, then it is 409, because this page would no longer open', async () => {
    const container = open(`127.0.0.1:${port()}`, '172.17.0.1');
    container.cookies.set('lectern_session', (await startSession(lectern, administrator.email)).secret);
    const page = await container.get(PAGE);
    const refused = await container.submit(page, {}, ALLOW);
    assert.deepEqual([refused.status, /on the computer with the server/.test(refused.text)], [409, true]);
    assert.deepEqual(await records(), []);
  });

  it('when it is turned on, then people sign in from the network, and each page says that it is not encrypted', async () => {
    assert.equal((await turn(ALLOW)).location?.search, '?done=allowed');
    assert.deepEqual(await records(), ['allowNetworkSignIn']);
    assert.match((await administrator.browser.get(PAGE)).text, /Others in this network can read passwords/);
    const { email } = await createPerson(lectern);
    const phone = openPhone();
    assert.match((await phone.get('/sign-in')).text, /class="plain-mark"/);
    const signedIn = await signIn(phone, email);
    assert.equal(signedIn.status, 303);
    const [set] = signedIn.headers.getSetCookie().filter((line) => line.startsWith(`${SESSION}=`));
    assert.match(set!, /HttpOnly/);
    assert.match(set!, /SameSite=Lax/);
    assert.doesNotMatch(set!, /Secure/);
    for (const path of ['/account', '/console', '/workspace']) {
      const { status, text } = await phone.follow(await phone.get(path));
      assert.deepEqual([status, /class="plain-mark"/.test(text)], [200, true], path);
    }
    assert.doesNotMatch((await administrator.browser.get('/account')).text, /plain-mark/);
    const out = await phone.submit(await phone.get('/account'), {}, '/sign-out');
    assert.deepEqual([out.status, phone.cookies.has(SESSION)], [303, false]);
  });

  it('when a cookie is used on a connection of another kind, then no one is signed in', async () => {
    const phone = openPhone();
    await signIn(phone, administrator.email);
    const read = phone.cookies.get(SESSION)!;
    const { secret } = await startSession(lectern, administrator.email);
    const cookies = [
      [
        new BrowserAgent(lectern.url),
        [
          ['lectern_session', read],
          [SESSION, read],
        ],
      ],
      [
        openPhone(),
        [
          ['lectern_session', secret],
          ['__Host-lectern_session', secret],
          [SESSION, secret],
        ],
      ],
      [
        openPhone(),
        [
          ['lectern_session', read],
          ['__Host-lectern_session', read],
          [SESSION, `${read.slice(0, -2)}AA`],
        ],
      ],
    ] as const;
    for (const [browser, all] of cookies) {
      for (const [name, value] of all) browser.cookies.set(name, value);
      assert.equal((await browser.get('/account')).location?.pathname, '/sign-in');
    }
    assert.equal((await phone.get('/account')).status, 200);
  });

  it('when a request is not one of the network, then it cannot sign in, whatever host or address it claims', async () => {
    const phone = openPhone();
    await signIn(phone, administrator.email);
    for (const [host, peer] of [
      ['evil.example', PHONE],
      ['127.0.0.1', PHONE],
      ['localhost', PHONE],
      ['192.168.1.5', '203.0.113.9'],
      ['192.168.1.5', '127.0.0.1'],
    ] as const) {
      const browser = open(host, peer);
      for (const [name, value] of phone.cookies) browser.cookies.set(name, value);
      for (const path of ['/account', '/sign-in', '/installation'])
        assert.equal((await browser.get(path)).status, 503, `${host} ${peer} ${path}`);
    }
  });

  it('when administrators, tokens, passkeys, terminals or apps are opened from the network, then it is 503', async () => {
    const phone = openPhone();
    await signIn(phone, administrator.email);
    for (const path of [
      '/installation',
      PAGE,
      '/connect',
      '/account/tokens',
      '/account/sessions',
      '/oauth/authorize',
    ]) {
      const { status, text } = await phone.get(path);
      assert.deepEqual([status, /class="plain-mark"/.test(text)], [503, true], path);
    }
    assert.match((await phone.get(PAGE)).text, /opens only over HTTPS or on the computer with the server/);
    for (const path of [REFUSE, '/connect', '/account/tokens', '/oauth/authorize'])
      assert.equal((await phone.post(path, {})).status, 503, path);
    for (const path of ['/connect/terminal', '/sign-in/passkey/options', '/account/passkeys/options'])
      assert.notEqual((await phone.postJson(path, { csrf: 'none', name: 'x' })).status, 200, path);
    assert.equal((await phone.postJson('/sign-in/passkey/options', { csrf: 'none' })).status, 503);
  });

  it('when a form comes from another origin, then it is 403', async () => {
    const phone = openPhone();
    await signIn(phone, administrator.email);
    const { fields } = (await phone.get('/account')).forms.find(({ action }) => action.pathname === '/account/name')!;
    for (const origin of [lectern.url, 'http://evil.example', `https://192.168.1.5:${port()}`])
      assert.equal((await phone.post('/account/name', { ...fields, name: 'X' }, { origin })).status, 403, origin);
    assert.equal((await phone.post('/account/name', { ...fields, name: 'X' })).status, 303);
  });

  it('when the sign-in is off again, then pages there are closed, and on again, it stays on after a restart', async () => {
    const phone = openPhone();
    await signIn(phone, administrator.email);
    assert.equal((await turn(REFUSE)).location?.search, '?done=refused');
    assert.deepEqual(await records(), ['refuseNetworkSignIn', 'allowNetworkSignIn']);
    assert.equal((await phone.get('/account')).status, 503);
    await turn(ALLOW);
    await lectern.restart();
    assert.equal(lectern.server.plainSignIn, 'network');
  });
});

describe('[D78] when a setting decides about signing in from the network', () => {
  it('LECTERN_INSECURE_LAN=off, then it wins over what was stored, and the page shows it without a button', async () => {
    await using lectern = await startTestLectern('sqlite', { LECTERN_INSECURE_LAN: 'off' });
    const { browser } = await createPerson(lectern);
    const { text, forms } = await browser.get(PAGE);
    assert.match(text, /The setting <code>LECTERN_INSECURE_LAN=off<\/code> decides this/);
    assert.ok(forms.every(({ action }) => action.pathname !== ALLOW));
    assert.equal(lectern.server.plainSignIn, 'nowhere');
  });
});
