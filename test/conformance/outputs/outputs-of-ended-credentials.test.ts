import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import { type Api, api, createTestLive } from '../../support/requests/api.ts';
import { createMember, organizationPagePath, setRole } from '../../support/requests/members.ts';
import { openAuthorizationBrowser } from '../../support/requests/oauth-flow.ts';
import { createTestToken, createTestUser } from '../../support/requests/tokens.ts';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const ADVICE = /These outputs keep working\./;

for (const engine of PAGE_ENGINES) {
  describe(`outputs whose maker has ended, on ${engine}`, () => {
    const world = useInProcessServer({ engine });

    const make = async (client: Api, name: string, token = client.owner.token) => {
      const live = await createTestLive(client, { name: 'Chapel' });
      const made = await client.post(`${live.path}/outputs`, { name, view: 'screen' }, { token });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return { ...made.body, live_id: live.id };
    };
    const serviceToken = (organization: string) =>
      world.lectern.installation.administration.createToken({
        subject: { organization },
        scopes: ['live.create', 'live.get', 'output.manage'],
      });

    it('[D60] when a personal token is ended on its page, then the page lists the outputs that it has made', async () => {
      const user = await createTestUser(world.lectern);
      const { id, token } = await createTestToken(user);
      await make(user, 'Left <wall>', token);
      await make(user, 'Of another token');
      const browser = await openAuthorizationBrowser(world.lectern, user);
      const page = await browser.get('/account/tokens');
      const done = await browser.submit(page, {}, `/account/tokens/${id}/revoke`);
      assert.equal(done.status, 303);
      const { text } = await browser.get(done.location!);
      assert.match(text, ADVICE);
      assert.match(text, /Left &lt;wall&gt; · Chapel/);
      assert.doesNotMatch(text, /Of another token/);
      assert.doesNotMatch((await browser.get('/account/tokens')).text, ADVICE);
    });

    it('[D60] when a service token is ended on its page, then the page lists its outputs to members alone', async () => {
      const organization = await createTestOrganization(world.lectern);
      const { id, token } = await serviceToken(organization.id);
      await make(api(world.lectern, { ...organization, token }), 'Screen of the token');
      const owner = await createMember(world.lectern, organization, 'owner');
      const place = `${organizationPagePath(organization)}/tokens`;
      const page = await owner.browser.get(place);
      const done = await owner.browser.submit(page, {}, `${place}/${id}/revoke`);
      assert.match((await owner.browser.get(done.location!)).text, /Screen of the token · Chapel/);
      const other = await createTestOrganization(world.lectern);
      const stranger = await createMember(world.lectern, other, 'owner');
      const elsewhere = done.location!.href.replace(organization.id, other.id);
      assert.doesNotMatch((await stranger.browser.get(elsewhere)).text, /Screen of the token/);
    });

    it('[D60], [D67] when a member is removed, then the page lists the outputs that the member has made', async () => {
      const organization = await createTestOrganization(world.lectern);
      const [owner, member] = [
        await createMember(world.lectern, organization, 'owner'),
        await createMember(world.lectern, organization, 'operator'),
      ];
      const { id: outputId } = await make(api(world.lectern, organization), 'Screen of the member');
      // As a terminal of the member makes it.
      const { outputs } = world.lectern.installation.storage;
      const known = (await outputs.find(outputId))!;
      const audit = { id: outputId, at: known.createdAt, owner: null, channel: 'rest', operation: 'createOutput' };
      const record = { ...known, id: `${outputId}2`, name: 'Their screen', madeByUser: member.id };
      const rest = { userId: null, credentialId: null, resource: null, requestId: null, before: null, after: null };
      const recorded = { ...audit, ...rest, resourceName: null, detail: null } as const;
      await outputs.create(
        record,
        { owner: { kind: 'organization', id: organization.id }, quota: 50, screen: null },
        { ...recorded, channel: 'rest' },
      );
      const place = organizationPagePath(organization);
      const page = await owner.browser.get(place);
      const done = await owner.browser.submit(page, {}, `${place}/members/${member.id}/remove`);
      const { text } = await owner.browser.get(done.location!);
      assert.match(text, /Their screen · Chapel/);
      assert.doesNotMatch(text, /Screen of the member/);

      await setRole(world.lectern, organization, member, 'viewer');
      const removed = await executeCommand(world.lectern.installation, 'org member remove', {
        organization: organization.id,
        email: member.email,
      });
      assert.deepEqual(
        (removed as { outputs: { name: string }[] }).outputs.map(({ name }) => name),
        ['Their screen'],
      );
    });

    it('[D60] when a token is ended by a command, then it names the outputs that the token has made, or none', async () => {
      const organization = await createTestOrganization(world.lectern);
      const [used, unused] = [await serviceToken(organization.id), await serviceToken(organization.id)];
      const client = api(world.lectern, { ...organization, token: used.token });
      const { id, name, live_id } = await make(client, 'Foyer');
      const revoke = (token: string) => executeCommand(world.lectern.installation, 'token revoke', { id: token });
      const outputs = [{ id, name, live_id, live_name: 'Chapel' }];
      assert.deepEqual(await revoke(used.id), { id: used.id, revoked: true, outputs });
      assert.deepEqual(await revoke(unused.id), { id: unused.id, revoked: true });
    });
  });
}
