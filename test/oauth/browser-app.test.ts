import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type BrowserApp, startBrowserApp } from '../support/browser/browser-app.ts';
import type { JsonDocument } from '../support/requests/api.ts';
import { registerClient } from '../support/requests/oauth-flow.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const PASSWORD = 'correct horse battery staple';
const SCOPE = 'identity.read live.list live.get live.create live.update offline_access';

for (const engine of PAGE_ENGINES) {
  describe(`an app in a real browser on ${engine}`, () => {
    const { lectern, browser } = useInProcessServer({ engine, settings: { LECTERN_SIGN_UP: 'open' } });
    let app: BrowserApp;
    before(async () => {
      app = await startBrowserApp();
      const { id } = await registerClient(lectern, { name: 'Song planner', redirectUris: [app.redirectUri] });
      app.configure({ issuer: lectern.config.publicUrl, client_id: id });
    });
    after(() => app?.close());

    /** Calls the app's own script. */
    const call = (page: Page, expression: string): Promise<JsonDocument> => page.evaluate(`app.${expression}`);
    const ready = (page: Page) => page.waitForFunction("document.title === 'Ready'");
    const list = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');

    it('[Endpoints], [D39] when a person goes from the app through sign-up and consent, then REST, refresh, narrowing and the end work', async () => {
      const context = await (await browser()).newContext({ locale: 'en-GB' });
      const page = await context.newPage();
      await page.goto(app.origin);
      await ready(page);
      await call(page, `begin(${list(SCOPE)})`);

      // The user has no account yet and creates one during the sign-in.
      await page.waitForURL(/\/sign-in\?request=/);
      await page.locator('a[href^="/sign-up"]').click();
      await page.locator('input[name=name]').fill('Ruth');
      await page.locator('input[name=email]').fill('ruth@example.org');
      await page.locator('input[name=password]').fill(PASSWORD);
      await page.locator('form[action="/sign-up"] button').click();
      await page.getByText('Song planner').first().waitFor();
      assert.equal(new URL(page.url()).pathname, '/oauth/authorize');
      await page.locator('button[name=decision][value=allow]').click();

      await page.waitForURL(`${app.redirectUri}?*`);
      await ready(page);
      const tokens = await call(page, 'complete()');
      assert.deepEqual([tokens.token_type, tokens.expires_in], ['bearer', 3600], JSON.stringify(tokens));

      const rest = (...values: unknown[]) => call(page, `rest(${list(...values)})`);
      const me = await rest('GET', '/v1/me', tokens.access_token);
      assert.deepEqual([me.status, me.body.account.name, me.body.credential.kind], [200, 'Ruth', 'delegated']);
      const lives = `/v1/accounts/${me.body.account.id}/lives`;
      const made = await rest('POST', lives, tokens.access_token, { name: 'Sunday' });
      assert.equal(made.status, 201);
      assert.ok(made.headers.etag && made.headers.location, '[D8] the script can read ETag and Location');
      const path = `/v1/lives/${made.body.id}`;
      const renamed = await rest(
        'PATCH',
        path,
        tokens.access_token,
        { name: 'Monday' },
        { 'if-match': made.headers.etag },
      );
      assert.deepEqual([renamed.status, renamed.body.name], [200, 'Monday']);

      const next = await call(page, `refresh(${list(tokens.refresh_token)})`);
      assert.equal((await rest('GET', path, next.access_token)).status, 200);
      const narrow = await call(page, `refresh(${list(next.refresh_token, 'live.list offline_access')})`);
      assert.deepEqual(narrow.scope.split(' ').toSorted(), ['live.list', 'offline_access']);
      for (const each of [tokens, next, narrow]) {
        assert.equal((await rest('GET', path, each.access_token)).status, 403);
        assert.equal((await rest('GET', lives, each.access_token)).status, 200);
      }
      const wider = await call(page, `refresh(${list(narrow.refresh_token, SCOPE)})`);
      assert.deepEqual(wider, { error: 'invalid_scope', status: 400 });

      // Ruth ends it on her own page, in another tab.
      const account = await context.newPage();
      await account.goto(`${lectern.config.publicUrl}/account/apps`);
      await account.getByText('Song planner').first().waitFor();
      const form = account.locator('form[action^="/account/apps/"]');
      await account.locator('summary').filter({ hasText: 'Disconnect' }).click();
      await form.getByRole('button').click();
      await account.getByText('No app is connected').waitFor();
      assert.equal((await rest('GET', lives, narrow.access_token)).status, 401);
      const dead = await call(page, `refresh(${list(narrow.refresh_token)})`);
      assert.deepEqual(dead, { error: 'invalid_grant', status: 400 });
      await context.close();
    });

    it('[D40], [D41] when a person signs in on the way, then a refusal reaches the app, and the app can revoke', async () => {
      const email = 'boaz@example.org';
      await lectern.installation.administration.createUser({ email, name: 'Boaz', password: PASSWORD });
      const context = await (await browser()).newContext({ locale: 'de-DE' });
      const page = await context.newPage();
      const begin = async () => {
        await page.goto(app.origin);
        await ready(page);
        await call(page, `begin(${list('live.list offline_access')})`);
      };
      await begin();
      await page.locator('input[name=email]').fill(email);
      await page.locator('input[name=password]').fill(PASSWORD);
      await page
        .locator('form[action="/sign-in"] button[type=submit], form[action="/sign-in"] button:not([type])')
        .first()
        .click();
      await page.locator('button[name=decision][value=deny]').click();
      await page.waitForURL(`${app.redirectUri}?*`);
      await ready(page);
      assert.equal((await call(page, 'complete()')).error, 'access_denied');

      await begin();
      await page.locator('button[name=decision][value=allow]').click();
      await page.waitForURL(`${app.redirectUri}?*`);
      await ready(page);
      const tokens = await call(page, 'complete()');
      assert.ok(tokens.refresh_token, JSON.stringify(tokens));
      const again = await call(page, 'complete()');
      assert.equal(again.error, 'invalid_grant', 'the same callback, loaded twice');
      assert.equal((await call(page, `refresh(${list(tokens.refresh_token)})`)).error, 'invalid_grant');

      await begin();
      await page.locator('button[name=decision][value=allow]').click();
      await page.waitForURL(`${app.redirectUri}?*`);
      await ready(page);
      const fresh = await call(page, 'complete()');
      await call(page, `revoke(${list(fresh.refresh_token)})`);
      assert.equal((await call(page, `rest('GET', '/v1/me', ${list(fresh.access_token)})`)).status, 401);
      await context.close();
    });
  });
}
