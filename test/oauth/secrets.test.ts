import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sendRequest } from '../support/requests/api.ts';
import { BrowserAgent, requireForm } from '../support/requests/browser-agent.ts';
import {
  authorizationOf,
  authorizePath,
  challengeOf,
  decide,
  disableOauthClient,
  exchangeCode,
  newVerifier,
  obtainCode,
  openAuthorizationBrowser,
  openConsent,
  readCallback,
  refresh,
  registerClient,
  requireOauthError,
  requireTokens,
  revoke,
  sendForm,
  type TestClient,
  useToken,
} from '../support/requests/oauth-flow.ts';
import { createTestToken, createTestUser } from '../support/requests/tokens.ts';
import { PAGE_ENGINES, startTestLectern, type TestLectern } from '../support/server/lectern.ts';
import { runSql } from '../support/server/sql.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PASSWORD = 'correct horse battery staple';

/** Every value of every row of every table, as text. */
async function dump(lectern: TestLectern): Promise<{ column: string; text: string }[]> {
  const tables = await runSql(
    lectern,
    lectern.engine === 'sqlite'
      ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
      : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const values: { column: string; text: string }[] = [];
  for (const { name } of tables) {
    for (const row of await runSql(lectern, `SELECT * FROM "${name}"`)) {
      for (const [column, value] of Object.entries(row)) {
        const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value);
        values.push({ column: `${name}.${column}`, text });
      }
    }
  }
  return values;
}

for (const engine of PAGE_ENGINES) {
  describe(`secrets of a whole flow on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_BUDGET_PAGES: '1000000' } });
    let client: TestClient;
    /** Secrets by their kind. */
    const secrets: Record<string, string> = {};
    before(async () => {
      client = await registerClient(lectern);
      const email = 'person@example.org';
      await lectern.installation.administration.createUser({ email, name: 'Person', password: PASSWORD });
      const browser = new BrowserAgent(lectern.config.publicUrl);
      const verifier = newVerifier();
      const fields = authorizationOf(client, { code_challenge: challengeOf(verifier) });
      const signInPage = await browser.get((await browser.get(authorizePath(fields))).location!);
      secrets['request that is decided'] = signInPage.url.searchParams.get('request')!;
      const [before] = browser.cookies.values();
      secrets['browser cookie'] = before!;
      const consent = await browser.follow(await browser.submit(signInPage, { email, password: PASSWORD }, '/sign-in'));
      const { code } = readCallback(await decide(browser, consent, 'allow'), client);
      const first = requireTokens(await exchangeCode(lectern, { client, code: code!, verifier }));
      const second = requireTokens(await refresh(lectern, client, first.refresh));
      const waiting = await openConsent(browser, authorizationOf(client));
      const unspent = await obtainCode(browser, client);
      const user = await createTestUser(lectern);
      // A request that was refused is in the log as well.
      requireOauthError(
        await exchangeCode(lectern, { client, code: code!, verifier: unspent.verifier }),
        'invalid_grant',
      );
      const gone = await openAuthorizationBrowser(lectern, user);
      await gone.get(`/oauth/authorize?request=${'q'.repeat(42)}A`);
      await sendForm(lectern, `/oauth/token?refresh_token=${second.refresh}`, {});
      await revoke(lectern, client, first.access);
      Object.assign(secrets, {
        password: PASSWORD,
        'session cookie': browser.cookies.get('lectern_session')!,
        'used code': code!,
        verifier,
        'unspent code': unspent.code,
        'verifier of it': unspent.verifier,
        'first access token': first.access,
        'first refresh token': first.refresh,
        'access token': second.access,
        'refresh token': second.refresh,
        'waiting request': requireForm(waiting, '/oauth/authorize').fields.request!,
        'csrf of it': requireForm(waiting, '/oauth/authorize').fields.csrf!,
        'personal token': (await createTestToken(user)).token,
        'unknown request': `${'q'.repeat(42)}A`,
      });
      for (const [name, value] of [...browser.cookies]) secrets[`cookie ${name}`] = value;
    });

    it('[D35] when the database is dumped, then none of them is in any column, plain or coded', async () => {
      const values = await dump(lectern);
      assert.ok(values.length > 100 && values.some(({ column }) => column === 'oauth_codes.hash'));
      for (const [name, secret] of Object.entries(secrets)) {
        const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64url')];
        // Opaque ones are random bytes in base64url: neither are those kept.
        if (/^[A-Za-z0-9_-]{43}$/.test(secret)) forms.push(Buffer.from(secret, 'base64url').toString('hex'));
        for (const { column, text } of values) {
          assert.ok(!forms.some((form) => text.includes(form)), `${name} is in ${column}`);
        }
      }
    });

    it('[D35] when values from a dump are used as a code, refresh token, bearer, session or request, then none works', async () => {
      const texts = (await dump(lectern))
        .filter(({ column }) => /^(oauth_|sessions|credentials|one_time_links|passkey)/.test(column))
        .map(({ text }) => text.replaceAll('"', ''))
        .filter((text) => /^[\x21-\x7e]{16,128}$/.test(text));
      const prefixed = texts.flatMap((text) => [text, `oa_${text}`, `or_${text}`, `bt_${text}`]);
      assert.ok(texts.length >= 20);
      for (const text of new Set(prefixed)) {
        requireOauthError(await refresh(lectern, client, text), 'invalid_grant');
        const code = { client, code: text, verifier: secrets['verifier of it']! };
        requireOauthError(await exchangeCode(lectern, code), 'invalid_grant');
        const authorization = { authorization: `Bearer ${text}` };
        assert.equal((await sendRequest(lectern.url, 'GET', '/v1/me', undefined, authorization)).status, 401);
      }
      for (const text of new Set(texts)) {
        const thief = new BrowserAgent(lectern.config.publicUrl);
        thief.cookies.set('lectern_session', text);
        thief.cookies.set('lectern_browser', text);
        const account = await thief.get(authorizePath(authorizationOf(client)));
        assert.equal(account.location?.pathname, '/sign-in');
        assert.equal((await thief.get(`/oauth/authorize?request=${encodeURIComponent(text)}`)).status, 400);
      }
    });

    it('[D2] when requests are logged, then no log line has any of them, or their address', async () => {
      const lines = lectern.logged.map((line) => JSON.stringify(line));
      assert.ok(
        lines.some((line) => line.includes('/oauth/token')),
        'the requests are logged',
      );
      for (const [name, secret] of Object.entries(secrets)) {
        const line = lines.find((each) => each.includes(secret) || each.includes(encodeURIComponent(secret)));
        assert.equal(line, undefined, `${name} is in the log`);
      }
    });

    it('[D43] when the person reads the audit, then it shows sign-in, consent and the end, and no secret', async () => {
      const { id } = (await lectern.installation.storage.accounts.findUserByEmail('person@example.org'))!;
      const rows = await runSql(lectern, 'SELECT * FROM audit');
      const mine = rows.filter((row) => Object.values(row).includes(id));
      assert.ok(new Set(mine.map(({ operation }) => operation)).size >= 2, JSON.stringify(mine));
      for (const row of rows) {
        for (const [name, secret] of Object.entries(secrets)) assert.ok(!JSON.stringify(row).includes(secret), name);
      }
    });
  });
}

describe('who this server says it is', () => {
  const SPOOFED: Record<string, string>[] = [
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' },
    { forwarded: 'for=1.2.3.4;host=evil.example;proto=https' },
    { 'x-original-host': 'evil.example', 'x-forwarded-server': 'evil.example', 'x-forwarded-prefix': '/evil' },
    { host: 'evil.example' },
    { host: 'evil.example:443', 'x-forwarded-proto': 'https' },
    { origin: 'https://evil.example', referer: 'https://evil.example/' },
  ];

  for (const [name, settings] of Object.entries<Record<string, string>>({
    'by default': {},
    'behind a proxy that is trusted': { LECTERN_TRUSTED_PROXIES: '127.0.0.1' },
    'under a public address': { LECTERN_PUBLIC_URL: 'https://lectern.example' },
  })) {
    it(`[Endpoints] when it is configured ${name}, then this comes from its configuration, never from what a request says`, async () => {
      await using lectern = await startTestLectern('sqlite', settings);
      const { publicUrl } = lectern.config;
      const client = await registerClient(lectern);
      const wrong = authorizePath(authorizationOf(client, { response_type: 'token' }));
      for (const headers of SPOOFED) {
        const metadata = await sendRequest(
          lectern.url,
          'GET',
          '/.well-known/oauth-authorization-server',
          undefined,
          headers,
        );
        assert.ok(!JSON.stringify(metadata.body).includes('evil'), JSON.stringify(metadata.body));
        if (metadata.status === 200) assert.equal(metadata.body.issuer, publicUrl);
        else assert.equal(metadata.status, 503);
        const refused = await sendRequest(lectern.url, 'GET', wrong, undefined, headers);
        if (refused.status === 303) {
          const location = new URL(refused.headers.get('location')!);
          assert.deepEqual([location.searchParams.get('iss'), location.host], [publicUrl, 'app.example']);
        } else assert.equal(refused.status, 503);
        const path = authorizePath(authorizationOf(client));
        const begun = await sendRequest(lectern.url, 'GET', path, undefined, headers);
        assert.ok(!/evil/.test(JSON.stringify([begun.body, ...begun.headers])), JSON.stringify(begun.body));
      }
    });
  }

  it('[Endpoints] when metadata is read, then it has every documented field and no other, and an issuer without a slash at its end', async () => {
    await using lectern = await startTestLectern('sqlite', { LECTERN_PUBLIC_URL: 'https://lectern.example' });
    const { status, body, headers } = await sendRequest(lectern.url, 'GET', '/.well-known/oauth-authorization-server');
    const issuer = 'https://lectern.example';
    assert.equal(status, 200);
    const { scopes_supported, ...rest } = body;
    assert.deepEqual(rest, {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    assert.equal(scopes_supported.length, 11);
    assert.deepEqual(
      ['cache-control', 'pragma', 'referrer-policy'].map((name) => headers.get(name)),
      ['no-store', 'no-cache', 'no-referrer'],
    );
  });

  it('[Endpoints] when the address is a literal loopback, then it needs no HTTPS', async () => {
    for (const url of ['http://127.0.0.1:8080', 'http://127.1.2.3:8080', 'http://[::1]:8080']) {
      await using lectern = await startTestLectern('sqlite', { LECTERN_PUBLIC_URL: url });
      const { status, body } = await sendRequest(lectern.url, 'GET', '/.well-known/oauth-authorization-server');
      assert.deepEqual([status, body.issuer], [200, url]);
    }
  });

  it('[D46] when plain HTTP is not on a literal loopback, then every OAuth endpoint is 503, even where sign-in is allowed', async () => {
    for (const url of [
      'http://192.168.1.5:8080',
      'http://localhost:8080',
      'http://127.0.0.1.example',
      'http://lectern.example',
    ]) {
      for (const lan of ['off', 'on']) {
        await using lectern = await startTestLectern('sqlite', { LECTERN_PUBLIC_URL: url, LECTERN_INSECURE_LAN: lan });
        const client = await registerClient(lectern);
        const responses = [
          await sendRequest(lectern.url, 'GET', '/.well-known/oauth-authorization-server'),
          await sendRequest(lectern.url, 'GET', authorizePath(authorizationOf(client))),
          await refresh(lectern, client, `or_${'0'.repeat(49)}`),
          await revoke(lectern, client, `or_${'0'.repeat(49)}`),
        ];
        assert.deepEqual(
          responses.map(({ status }) => status),
          [503, 503, 503, 503],
          `${url} ${lan}`,
        );
      }
    }
  });

  it('[D41] when the database is away, then a good token does not become invalid_grant', async () => {
    await using lectern = await startTestLectern('postgres', { LECTERN_BUDGET_PAGES: '1000000' });
    const person = await createTestUser(lectern);
    const browser = await openAuthorizationBrowser(lectern, person);
    const client = await registerClient(lectern);
    const code = await obtainCode(browser, client);
    await runSql(lectern, 'ALTER TABLE oauth_codes RENAME TO oauth_codes_away');
    const { status } = await exchangeCode(lectern, code);
    assert.ok(status >= 500);
    await runSql(lectern, 'ALTER TABLE oauth_codes_away RENAME TO oauth_codes');
    const { access } = requireTokens(await exchangeCode(lectern, code));
    assert.equal(await useToken(lectern, person, access), 200);
    await disableOauthClient(lectern, client);
  });
});
