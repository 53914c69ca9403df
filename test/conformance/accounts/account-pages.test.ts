import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REPLACED_SECRETS_MAX } from '../../../src/contract/limits.ts';
import { api, createTestLive } from '../../support/requests/api.ts';
import { type AgentForm, type AgentPage, BrowserAgent } from '../../support/requests/browser-agent.ts';
import { FIXTURE_SLUG, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import {
  exchangeCode,
  obtainCode,
  openAuthorizationBrowser,
  registerClient,
} from '../../support/requests/oauth-flow.ts';
import { createTestToken, createTestUser, type TestUser } from '../../support/requests/tokens.ts';
import { failInserts } from '../../support/server/failing-inserts.ts';
import { createTestOrganization, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const TOKENS = '/account/tokens';
const UNKNOWN_OWNER: Omit<TestOwner, 'token'> = { kind: 'account', id: 'none', livesPath: '' };
/** [D35] */
const SECRET = /\b(?:bt|svc|oa|or)_[0-9A-Za-z]{49}\b/;
const MENU = ['/account', '/account/apps', TOKENS, '/account/organizations', '/account/activity'];
const LANGUAGES = { en: 'Personal tokens', pt: 'Tokens pessoais', de: 'Persönliche Tokens' };

describe('pages of an account', () => {
  const { lectern } = useInProcessServer();

  const start = async (): Promise<{ user: TestUser; browser: BrowserAgent }> => {
    const user = await createTestUser(lectern);
    return { user, browser: await openAuthorizationBrowser(lectern, user) };
  };
  const works = async (token: string) => {
    const { status } = await api(lectern, { ...UNKNOWN_OWNER, token }).get('/v1/me');
    assert.ok(status === 200 || status === 401, `${status}`);
    return status === 200;
  };
  const create = async (browser: BrowserAgent, fields: Record<string, string | string[]>) =>
    browser.submit(await browser.get(TOKENS), fields, TOKENS);
  const secretOf = ({ text }: AgentPage): string => SECRET.exec(text)?.[0] ?? assert.fail(text);
  const formOf = ({ forms }: AgentPage, end: string): AgentForm =>
    forms.find(({ action }) => action.pathname.endsWith(end)) ?? assert.fail(`no form to ${end}`);
  const operationsOf = async ({ owner }: TestUser) => {
    const page = { limit: 100, before: null, since: null };
    return (await lectern.installation.storage.audit.list(owner, page)).map(({ operation }) => operation);
  };

  it('when a user is not signed in, then every page leads to sign-in first and back afterwards; only signed-in users see a page', async () => {
    const browser = new BrowserAgent(lectern.config.publicUrl);
    for (const path of [...MENU, '/account/organizations/some?done=x']) {
      const { status, location } = await browser.get(path);
      assert.equal(status, 303, path);
      assert.equal(location!.pathname + location!.search, `/sign-in?next=${encodeURIComponent(path)}`);
    }
    const posted = await browser.post(`${TOKENS}/x/revoke`, { csrf: 'x' });
    assert.equal(posted.location!.search, `?undone=1&next=${encodeURIComponent(TOKENS)}`);
  });

  it('when a page is sent, then it is private, runs nothing inline and cannot be framed', async () => {
    const { browser } = await start();
    for (const path of MENU) {
      const { status, headers, text } = await browser.get(path);
      assert.equal(status, 200, path);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/);
      assert.ok(!/<script(?![^>]*src=)|\sstyle=|\son[a-z]+=/.test(text), path);
    }
  });

  it('when a page is opened, then it is in the language of the browser, and an empty page says what to do next', async () => {
    const { user, browser } = await start();
    const [{ id }] = (await user.get('/v1/me/tokens')).body.data;
    await browser.submit(await browser.get(TOKENS), {}, `${TOKENS}/${id}/revoke`);
    for (const [language, title] of Object.entries(LANGUAGES)) {
      const { text } = await browser.get(TOKENS, { 'accept-language': `fr, ${language}-XX;q=0.8` });
      assert.ok(text.includes(`<html lang="${language}">`) && text.includes(`<h1>${title}</h1>`));
    }
    assert.match((await browser.get('/account/apps')).text, /No app is connected to your account\. Start in the app/);
    assert.match((await browser.get(TOKENS)).text, /Create one below/);
  });

  it('[D35] when a token of chosen scopes is created, then its secret is on that one response and nowhere else', async () => {
    const { user, browser } = await start();
    const fields = {
      name: ' <i>Laptop</i> ',
      authority: 'chosen',
      scopes: ['live.get', 'identity.read'],
      expires_in_days: '7',
    };
    const made = await create(browser, fields);
    assert.equal(made.status, 200);
    assert.equal(made.headers.get('cache-control'), 'no-store');
    const token = secretOf(made);
    const me = await api(lectern, { ...UNKNOWN_OWNER, token }).get('/v1/me');
    assert.deepEqual(me.body.credential.scopes.toSorted(), ['identity.read', 'live.get']);
    const days = (Date.parse(me.body.credential.expires_at) - Date.now()) / 86_400_000;
    assert.ok(days > 6.9 && days <= 7, `${days}`);
    assert.ok((await browser.get(TOKENS)).text.includes('&lt;i&gt;Laptop&lt;/i&gt;'));
    for (const path of MENU) assert.ok(!SECRET.test((await browser.get(path)).text), path);
    assert.ok(!JSON.stringify(lectern.logged).includes(token));
    assert.equal((await operationsOf(user))[0], 'createToken');
  });

  it('[D35] when a token is to have all rights, then it is requested as such, never by the absence of something', async () => {
    const { browser } = await start();
    const all = await create(browser, { name: 'All', authority: 'all', expires_in_days: '90' });
    const { body } = await api(lectern, { ...UNKNOWN_OWNER, token: secretOf(all) }).get('/v1/me');
    assert.deepEqual(body.credential.scopes, []);
    for (const fields of [
      { authority: 'chosen' },
      { authority: 'all', scopes: 'live.get' },
      { authority: '' },
      { authority: 'chosen', scopes: 'offline_access' },
      { authority: 'chosen', scopes: ['live.get', 'live.fly'] },
    ] as Record<string, string | string[]>[]) {
      const response = await create(browser, { name: 'Kept <name>', expires_in_days: '90', ...fields });
      assert.equal(response.status, 422, JSON.stringify(fields));
      assert.match(response.text, /id="scopes-problem" role="alert"/);
      assert.match(response.text, /value="Kept &lt;name&gt;"/);
    }
  });

  it('[D35] when a preset is sent without boxes, then it gives its scopes; with boxes it does so only when they are the same', async () => {
    const { browser } = await start();
    const scopesOf = async (page: AgentPage): Promise<string[]> =>
      (await api(lectern, { ...UNKNOWN_OWNER, token: secretOf(page) }).get('/v1/me')).body.credential.scopes;
    const made = async (fields: Record<string, string | string[]>) =>
      create(browser, { name: 'Preset', expires_in_days: '90', ...fields });
    const operator = await scopesOf(await made({ authority: 'operator' }));
    for (const scope of ['live.update', 'translation.read', 'identity.read'])
      assert.ok(operator.includes(scope), scope);
    assert.ok(!operator.some((scope) => scope.startsWith('token.')));
    const read = await scopesOf(await made({ authority: 'read' }));
    assert.ok(
      read.every((scope) => /\.(list|get|read|search)$/.test(scope)),
      read.join(),
    );
    assert.deepEqual(await scopesOf(await made({ authority: 'read', scopes: read })), read);
    const differing = await made({ authority: 'read', scopes: [...read, 'live.update'] });
    assert.equal(differing.status, 422);
    assert.match(differing.text, /value="read" checked/);
    assert.match((await browser.get(TOKENS)).text, /\(live\.update\).*\(translation\.read\)/);
  });

  it('[D35] when a field is wrong, then the page says what is wrong there, and keeps what was entered', async () => {
    const { user, browser } = await start();
    const right = { name: 'Name', authority: 'chosen', scopes: 'live.get', expires_in_days: '30' };
    for (const expires_in_days of ['0', '366', '-1', '1.5', '1e2', '', 'x', '0x10', '9999']) {
      const response = await create(browser, { ...right, expires_in_days });
      assert.equal(response.status, 422, expires_in_days);
      assert.match(response.text, /aria-describedby="expires_in_days-problem"/);
      assert.match(response.text, /name="scopes" value="live.get" checked/);
    }
    for (const name of ['', '   ', 'x'.repeat(121), 'a\u0000b', '\u202ename', '\u200b', '\u3164']) {
      assert.equal((await create(browser, { ...right, name })).status, 422, JSON.stringify(name));
    }
    assert.equal((await user.get('/v1/me/tokens')).body.data.length, 1);
  });

  it('[D37] when the form is sent again, as a reload does, then no second token is made', async () => {
    const { user, browser } = await start();
    const page = await browser.get(TOKENS);
    const fields = { name: 'Once', authority: 'chosen', scopes: 'live.get', expires_in_days: '30' };
    const first = await browser.submit(page, fields, TOKENS);
    const again = await browser.submit(page, fields, TOKENS);
    assert.equal(again.status, 409);
    assert.match(again.text, /No token was created/);
    assert.ok(await works(secretOf(first)));
    assert.equal((await user.get('/v1/me/tokens')).body.data.length, 2);
    assert.equal((await browser.submit(again, fields, TOKENS)).status, 200, 'from the page as it is now it is made');
  });

  it('[D37] when a secret is renewed, with an overlap or without, then it is renewed once for each form', async () => {
    const { user, browser } = await start();
    const { id, token } = await createTestToken(user, { name: 'Old' });
    const page = await browser.get(TOKENS);
    const renewed = await browser.submit(page, {}, `${TOKENS}/${id}/rotate`);
    const second = secretOf(renewed);
    assert.ok((await works(token)) && (await works(second)), 'ten minutes of overlap unless chosen otherwise');
    const again = await browser.submit(page, { overlap_seconds: '0' }, `${TOKENS}/${id}/rotate`);
    assert.match((await browser.follow(again)).text, /The secret was not rotated a second time/);
    assert.ok(await works(second));
    const fresh = await browser.get(TOKENS);
    const third = secretOf(await browser.submit(fresh, { overlap_seconds: '0' }, `${TOKENS}/${id}/rotate`));
    assert.deepEqual([await works(token), await works(second), await works(third)], [false, false, true]);
    let latest = third;
    const renew = async () => browser.submit(await browser.get(TOKENS), {}, `${TOKENS}/${id}/rotate`);
    for (let done = 0; done < REPLACED_SECRETS_MAX; done++) latest = secretOf(await renew());
    const refused = await browser.follow(await renew());
    assert.match(refused.text, /The secret was not rotated: too many earlier secrets/);
    assert.deepEqual([await works(third), await works(latest)], [true, true]);
    const odd = await browser.submit(await browser.get(TOKENS), { overlap_seconds: '99999' }, `${TOKENS}/${id}/rotate`);
    assert.equal(odd.status, 422);
    assert.ok(await works(third));
  });

  it('[D37] when a token is renamed and revoked, then it ends at once, and stays in the activity', async () => {
    const { user, browser } = await start();
    const { id, token } = await createTestToken(user, { name: 'Old' });
    const refused = await browser.submit(await browser.get(TOKENS), { name: ' ' }, `${TOKENS}/${id}/rename`);
    assert.equal(refused.status, 422);
    assert.match(refused.text, new RegExp(`id="name-${id}-problem" role="alert"`));
    const renamed = await browser.submit(await browser.get(TOKENS), { name: 'New' }, `${TOKENS}/${id}/rename`);
    assert.match((await browser.follow(renamed)).text, /role="status">The token was renamed/);
    const revoked = await browser.submit(await browser.get(TOKENS), {}, `${TOKENS}/${id}/revoke`);
    assert.equal(revoked.status, 303);
    assert.equal(await works(token), false);
    assert.deepEqual((await operationsOf(user)).slice(0, 2), ['deleteToken', 'renameToken']);
    const { text } = await browser.get('/account/activity');
    assert.match(text, /<strong>User<\/strong> revoked a personal token · New/);
  });

  it('[D37] when a user has a hundred tokens, then all are listed', async () => {
    const { user, browser } = await start();
    for (let token = 0; token < 99; token++) await createTestToken(user, { name: `Token number ${token}.` });
    const { text } = await browser.get(TOKENS);
    for (let token = 0; token < 99; token++) assert.ok(text.includes(`Token number ${token}.`), `${token}`);
  });

  it('[D37] when a user opens the tokens, then those of others are not there', async () => {
    const { browser } = await start();
    const { user: other } = await start();
    const { id, token } = await createTestToken(other, { name: 'Theirs' });
    const { csrf } = formOf(await browser.get(TOKENS), '/tokens').fields;
    for (const [end, fields] of [
      ['revoke', {}],
      ['rename', { name: 'Mine' }],
      ['rotate', { overlap_seconds: '0' }],
    ] as const) {
      assert.equal((await browser.post(`${TOKENS}/${id}/${end}`, { csrf: csrf!, ...fields })).status, 404, end);
      assert.equal((await browser.post(`${TOKENS}/%00/${end}`, { csrf: csrf!, ...fields })).status, 404, end);
    }
    assert.ok(await works(token));
    assert.ok(!(await browser.get(TOKENS)).text.includes('Theirs'));
  });

  it('[D38] when an app has access, then the page shows what it may do, and ends the access at once on request', async () => {
    const { browser } = await start();
    const client = await registerClient(lectern, { name: 'Hymn <Board>' });
    const { body } = await exchangeCode(
      lectern,
      await obtainCode(browser, client, 'live.list identity.read offline_access'),
    );
    assert.ok(await works(body.access_token));
    const page = await browser.get('/account/apps');
    assert.match(page.text, /<h2>Hymn &lt;Board&gt;<\/h2>/);
    for (const words of ['See the list of your rooms', 'Stay connected while you are away']) {
      assert.ok(page.text.includes(words), words);
    }
    const { user: stranger } = await start();
    const strange = await openAuthorizationBrowser(lectern, stranger);
    const form = formOf(page, '/end');
    const { status } = await strange.post(form.action, form.fields);
    assert.equal(status, 403, 'a form of another user');
    const ended = await browser.post(form.action, form.fields);
    assert.match((await browser.follow(ended)).text, /No app is connected/);
    assert.equal(await works(body.access_token), false);
    const again = await browser.post(form.action, form.fields);
    assert.equal(again.status, 404, 'ended once');
    assert.match(again.text, /<h1>No longer there<\/h1>[\s\S]*<a [^>]*href="\/account\/apps">Back to the page<\/a>/);
    assert.match((await browser.get('/account/activity')).text, /connected an app · Hymn &lt;Board&gt;/);
  });

  it('when no password is set, then a first one needs none, later ones need the current; other devices are signed out', async () => {
    const { user, browser } = await start();
    const other = await openAuthorizationBrowser(lectern, user);
    const page = await browser.get('/account?open=password&next=/console/first');
    assert.ok(!page.text.includes('current_password'));
    const short = await browser.submit(page, { password: 'short' }, '/account/password');
    assert.equal(short.status, 422);
    assert.ok(!short.text.includes('value="short"'));
    assert.match(short.text, /<details open>\s*<summary>Set a password/);
    const set = await browser.submit(short, { password: 'green pastures' }, '/account/password');
    assert.equal(set.status, 303, set.text);
    assert.equal(set.location?.pathname, '/console/first', 'a wrong attempt in between keeps the destination');
    assert.equal((await other.get('/account')).status, 303);
    const { status, location } = await browser.get('/.well-known/change-password');
    assert.deepEqual([status, `${location?.pathname}${location?.search}`], [303, '/account?open=password']);
    const wrong = { current_password: 'green valleys', password: 'still waters' };
    const refused = await browser.submit(await browser.get('/account'), wrong, '/account/password');
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="current_password-problem" role="alert"/);
    const right = { current_password: 'green pastures', password: 'still waters' };
    assert.equal((await browser.submit(await browser.get('/account'), right, '/account/password')).status, 303);
    assert.equal((await operationsOf(user)).filter((operation) => operation === 'changePassword').length, 2);
  });

  it('when a form comes without its token, with that of another form or from another origin, then it does not count, on any page', async () => {
    const { user, browser } = await start();
    const { administration, organizations } = lectern.installation;
    const { id: organization, token: _ } = await createTestOrganization(lectern);
    await administration.setMember({ organization, email: user.email, role: 'owner' });
    const other = await createTestUser(lectern);
    await administration.setMember({ organization, email: other.email, role: 'viewer' });
    await createTestToken(user, { name: 'Kept' });
    await exchangeCode(lectern, await obtainCode(browser, await registerClient(lectern)));
    const place = `/account/organizations/${organization}`;
    const pages = await Promise.all([...MENU, place, `${place}/tokens`].map((path) => browser.get(path)));
    const forms = pages
      .flatMap((page) => page.forms)
      // The filter of the activity only reads.
      .filter(({ action }) => action.pathname.startsWith('/account') && action.pathname !== '/account/activity');
    const seen = new Set(forms.map(({ action }) => action.pathname.split('/').at(-1)));
    const all = [
      'name',
      'password',
      'end',
      'tokens',
      'rotate',
      'rename',
      'revoke',
      'organizations',
      'members',
      'role',
      'remove',
    ];
    assert.deepEqual([...seen].sort(), all.sort(), 'these are all forms that there are');
    const before = await operationsOf(user);
    for (const { action, fields } of forms) {
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of foreign) {
        assert.equal((await browser.post(action, fields, headers)).status, 403, action.pathname);
      }
      const elsewhere = formOf(pages[0]!, '/sign-out').fields.csrf!;
      for (const csrf of [null, '', 'x', elsewhere, [fields.csrf!, fields.csrf!]]) {
        assert.equal((await browser.post(action, { ...fields, csrf })).status, 403, `${action.pathname} ${csrf}`);
      }
    }
    assert.deepEqual(await operationsOf(user), before);
    assert.equal((await organizations.listMembers(organization)).length, 3);
  });

  it('[D11] when a person changes the own name, then pages, REST and members have the one name', async () => {
    const { user, browser } = await start();
    const { administration, storage } = lectern.installation;
    const organization = (await createTestOrganization(lectern)).id;
    await administration.setMember({ organization, email: user.email, role: 'viewer' });
    const renamed = await browser.submit(
      await browser.get('/account'),
      { name: '  Ada <i>Lovelace ' },
      '/account/name',
    );
    assert.deepEqual([renamed.status, renamed.location?.search], [303, '?done=name']);
    const page = await browser.follow(renamed);
    assert.ok(page.text.includes('Your name was changed.') && page.text.includes('<dd>Ada &lt;i&gt;Lovelace</dd>'));
    const name = 'Ada <i>Lovelace';
    assert.equal((await user.get('/v1/me')).body.account.name, name);
    assert.equal((await user.get(`/v1/accounts/${user.owner.id}`)).body.name, name);
    const members = await storage.accounts.listMembers(organization);
    assert.equal(members.find(({ email }) => email === user.email)?.name, name);
    const [record] = await storage.audit.list(user.owner, { limit: 1, before: null, since: null });
    assert.deepEqual([record?.operation, record?.channel, record?.resource], ['renameAccount', 'page', user.owner.id]);
    assert.match((await browser.get('/account/activity')).text, /changed the name of the account/);

    for (const bad of ['', '   ', '\u200b', '\u2800', 'x'.repeat(121), 'a\u0000b', 'a\u202eb']) {
      const refused = await browser.submit(await browser.get('/account'), { name: bad }, '/account/name');
      assert.equal(refused.status, 422, JSON.stringify(bad));
      assert.match(refused.text, /<details open>[\s\S]*name="name"[\s\S]*aria-invalid="true"/);
    }
    assert.equal((await user.get('/v1/me')).body.account.name, name);
    const mend = await failInserts(lectern, 'audit');
    const failed = await browser
      .submit(await browser.get('/account'), { name: 'Other' }, '/account/name')
      .finally(mend);
    assert.equal(failed.status, 500);
    assert.equal((await user.get('/v1/me')).body.account.name, name, 'no name without its record');
  });

  it('[D43] when the activity of an account is shown, then it has only its own records, newest first', async () => {
    const { user, browser } = await start();
    const { user: other } = await start();
    await createTestToken(other, { name: 'Not mine' });
    await createTestToken(user, { name: 'Mine <1>' });
    const { text } = await browser.get('/account/activity');
    assert.match(text, /created a personal token · Mine &lt;1&gt;/);
    assert.ok(!text.includes('Not mine'));
    assert.match(text, /· by an app</);
  });

  it('[D43] when a passage was pushed, then the activity names it, and also what has ended since', async () => {
    await importFixtureEdition(lectern);
    const { user, browser } = await start();
    const { kind, id } = user.owner;
    await lectern.installation.editions.enable({ kind, id }, FIXTURE_SLUG);
    const live = await createTestLive(user, { name: 'Evening <2>' });
    const pushed = await user.post(
      `/v1/lives/${live.id}/passages`,
      { passage: 'John 3:16-17', translations: [FIXTURE_SLUG] },
      { ifMatch: live.etag! },
    );
    assert.equal(pushed.status, 200, JSON.stringify(pushed.body));
    assert.equal((await user.delete(`/v1/lives/${live.id}`, { ifMatch: pushed.etag! })).status, 204);
    const client = await registerClient(lectern, { name: 'Psalm Board' });
    await exchangeCode(lectern, await obtainCode(browser, client, 'live.list'));
    const { action, fields } = formOf(await browser.get('/account/apps'), '/end');
    assert.equal((await browser.post(action, fields)).status, 303);

    const { text } = await browser.get('/account/activity');
    assert.match(text, /showed <strong>Book 43 3:16–17<\/strong> · Evening &lt;2&gt;/);
    assert.match(text, /deleted a room · Evening &lt;2&gt;/);
    assert.match(text, /disconnected an app · Psalm Board/);
  });
});
