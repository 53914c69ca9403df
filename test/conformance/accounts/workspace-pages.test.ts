import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import { ROLES } from '../../../src/contract/scopes.ts';
import { WORKSPACE_AREAS, WORKSPACE_PATH, workspacePath } from '../../../src/contract/workspace-page.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createMember, createPerson } from '../../support/requests/members.ts';
import { createTestOrganization } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

describe('pages of the workspace', () => {
  const { lectern } = useInProcessServer();

  const addressesOf = (ownerId: string) =>
    WORKSPACE_AREAS.flatMap((area) => [workspacePath(ownerId, area), workspacePath(ownerId, area, 'some-id')]);

  it('[D34] when members of any role open the areas of their organization, then they get them, with their role', async () => {
    const organization = await createTestOrganization(lectern);
    for (const role of ROLES) {
      const { browser } = await createMember(lectern, organization, role);
      for (const path of addressesOf(organization.id)) {
        const { status, text, headers } = await browser.get(path);
        assert.equal(status, 200, `${role} ${path}`);
        const data = JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(text)![1]!);
        assert.deepEqual([data.owner.id, data.owner.role], [organization.id, role]);
        assert.equal(headers.get('cache-control'), 'no-store');
        assert.doesNotMatch(text, /svc_|bt_/, 'the page has no credential');
      }
    }
  });

  it('when the owner is another organization, account or nothing, or an account has no such area, then it is 404', async () => {
    const organization = await createTestOrganization(lectern);
    const stranger = await createPerson(lectern);
    const other = await createPerson(lectern);
    const accountOf = async ({ browser }: typeof other) =>
      /\/workspace\/([^/"]+)\/plans/.exec((await browser.get('/account')).text)![1]!;
    const foreign = [...addressesOf(organization.id), ...addressesOf(await accountOf(other)), ...addressesOf('none')];
    for (const path of foreign) assert.equal((await stranger.browser.get(path)).status, 404, path);
    const own = await accountOf(stranger);
    assert.equal((await stranger.browser.get(workspacePath(own, 'plans'))).status, 200);
    assert.equal(
      (await stranger.browser.get(workspacePath(own, 'decks'))).status,
      404,
      'decks belong to organizations',
    );
    assert.equal((await stranger.browser.get(`/workspace/${own}/nothing`)).status, 404);
  });

  it('when the address names no owner or no area, then it leads to the plans of the current or the named owner', async () => {
    const organization = await createTestOrganization(lectern);
    const { browser } = await createMember(lectern, organization, 'operator');
    const plans = workspacePath(organization.id, 'plans');
    for (const path of [WORKSPACE_PATH, `${WORKSPACE_PATH}/${organization.id}`]) {
      const { status, location } = await browser.get(path);
      assert.deepEqual([status, location?.pathname], [302, plans], path);
      const signedOut = await new BrowserAgent(lectern.url).get(path);
      assert.deepEqual([signedOut.status, signedOut.location?.searchParams.get('next')], [303, path]);
    }
    const stranger = await createPerson(lectern);
    assert.equal((await stranger.browser.get(`${WORKSPACE_PATH}/${organization.id}`)).status, 404);
  });

  it('when no one is signed in, then each page asks to sign in first, and returns', async () => {
    const organization = await createTestOrganization(lectern);
    for (const path of addressesOf(organization.id)) {
      const { status, location } = await new BrowserAgent(lectern.url).get(path);
      assert.deepEqual([status, location?.pathname, location?.searchParams.get('next')], [303, '/sign-in', path]);
    }
  });

  it('[D42] when the organization is restricted, then its pages open, and their credential is refused', async () => {
    const organization = await createTestOrganization(lectern);
    const { browser } = await createMember(lectern, organization, 'owner');
    await executeCommand(lectern.installation, 'account restrict', { id: organization.id });
    const { status, text } = await browser.get(workspacePath(organization.id, 'plans'));
    assert.equal(status, 200);
    const { csrf } = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(text)![1]!);
    const refused = await browser.postJson(
      '/console/credential',
      { organization_id: organization.id },
      { 'x-csrf-token': csrf },
    );
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [403, 'processing_restricted']);
  });
});
