import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createMember, createPerson, organizationPagePath } from '../../support/requests/members.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

for (const engine of PAGE_ENGINES) {
  describe(`earlier addresses of the pages of Lives on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });

    it('[D34] when a member opens the Lives of an organization at the earlier address, then it leads to the workspace, and is a 404 for others', async () => {
      const organization = await createTestOrganization(lectern);
      const path = `${organizationPagePath(organization)}/lives`;
      const target = `/workspace/${organization.id}/lives`;
      for (const role of ['owner', 'admin', 'operator', 'viewer'] as const) {
        const { browser } = await createMember(lectern, organization, role);
        const { status, location } = await browser.get(path);
        assert.deepEqual([status, location?.pathname], [302, target]);
        assert.match((await browser.get(organizationPagePath(organization))).text, new RegExp(`href="${target}"`));
        assert.equal((await browser.get(target)).status, 200);
      }
      const stranger = await createPerson(lectern);
      assert.equal((await stranger.browser.get(path)).status, 404);
    });

    it('when a person opens the Lives at the earlier address of the account, then it leads to those of the current owner', async () => {
      const organization = await createTestOrganization(lectern);
      const { browser } = await createMember(lectern, organization, 'operator');
      const open = async () => {
        const { status, location } = await browser.get('/account/lives');
        assert.equal(status, 302);
        return location?.pathname;
      };
      assert.equal(await open(), `/workspace/${organization.id}/lives`);
      const second = await createTestOrganization(lectern);
      assert.equal((await browser.get(`/workspace/${second.id}/lives`)).status, 404);
      assert.equal(await open(), `/workspace/${organization.id}/lives`, 'what is not theirs is not their owner');
      const person = await createPerson(lectern);
      const accountId = /\/workspace\/([^/"]+)\/plans/.exec((await person.browser.get('/account')).text)![1];
      const { location } = await person.browser.get('/account/lives');
      assert.equal(location?.pathname, `/workspace/${accountId}/lives`);
    });

    it('when no one is signed in, then the earlier address asks to sign in first', async () => {
      const { status, location } = await new BrowserAgent(lectern.url).get('/account/lives');
      assert.equal(status, 303);
      assert.deepEqual([location?.pathname, location?.searchParams.get('next')], ['/sign-in', '/account/lives']);
    });
  });
}
