import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteOwner } from '../../src/domain/account/lifecycle/owner-deletion.ts';
import { toCommandActor } from '../../src/domain/audit/audit.ts';
import { sendRequest } from '../support/requests/api.ts';
import {
  authorizationOf,
  authorizePath,
  connectApp,
  openConsent,
  refresh,
  requirePrivate,
  SCOPE,
} from '../support/requests/oauth-flow.ts';
import { PAGE_ENGINES } from '../support/server/lectern.ts';
import { runSql } from '../support/server/sql.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

for (const engine of PAGE_ENGINES) {
  describe(`what a review of OAuth found, on ${engine}`, () => {
    let now = Date.now();
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_BUDGET_PAGES: '1000000' }, clock: () => now });

    it('[D41] when the request of a decision is not text, then the response is a local 403, not a failure', async () => {
      for (const request of [{ toString: 1, valueOf: 1 }, [{ toString: 1, valueOf: 1 }], null, 1]) {
        const response = await fetch(`${lectern.url}/oauth/authorize`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: lectern.config.publicUrl },
          body: JSON.stringify({ request, csrf: 'x', decision: 'allow' }),
        });
        assert.equal(response.status, 403, JSON.stringify(request));
        requirePrivate(response.headers);
      }
    });

    it('[D52] when an account is deleted, then no idempotency record is left of what an app has created for it', async () => {
      const { person, access } = await connectApp(lectern, 'live.create');
      const made = await sendRequest(lectern.url, 'POST', `/v1/accounts/${person.owner.id}/lives`, '{"name":"Mine"}', {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      });
      assert.equal(made.status, 201);
      const count = async () => Number((await runSql(lectern, 'SELECT count(*) AS rows FROM receipts'))[0]!.rows);
      assert.equal(await count(), 1);
      await deleteOwner(lectern.installation, person.owner.id, toCommandActor('account delete'));
      assert.equal(await count(), 0);
    });

    it('[D8] when addresses beside the endpoints are requested, then they are as private as the endpoints', async () => {
      for (const path of ['/oauth/foo', '/oauth/token/', '/oauth/authorize/x', '/oauth']) {
        const response = await sendRequest(lectern.url, 'GET', path);
        assert.equal(response.status, 404, path);
        requirePrivate(response.headers);
      }
    });

    it('RFC 6749, section 3.1: when a request has no value, then it counts as no request', async () => {
      const { browser, client } = await connectApp(lectern, SCOPE);
      const page = await browser.get(authorizePath({ ...authorizationOf(client), request: '' }));
      assert.equal(page.status, 200);
    });

    it('[States] when the person signs in as another user, then the request gets no new five minutes', async () => {
      const { browser, client } = await connectApp(lectern, SCOPE);
      const begun = now;
      const page = await openConsent(browser, authorizationOf(client));
      now = begun + 200_000;
      const switched = await browser.submit(page, { decision: 'switch' }, '/oauth/authorize');
      assert.equal(switched.status, 303);
      const [{ ends } = { ends: '' }] = await runSql(lectern, 'SELECT max(expires_at) AS ends FROM oauth_requests');
      assert.equal(Date.parse(String(ends)), begun + 300_000);
    });

    it('[D39] when tokens would be over before they arrive, then they are not issued', async () => {
      const { client, refresh: token } = await connectApp(lectern, SCOPE);
      now += 30 * 86_400_000 - 999;
      const late = await refresh(lectern, client, token);
      assert.equal(late.status, 400);
      assert.equal(late.body.error, 'invalid_grant');
      now -= 1;
      const last = await refresh(lectern, client, token);
      assert.deepEqual([last.status, last.body.expires_in], [200, 1]);
    });
  });
}
