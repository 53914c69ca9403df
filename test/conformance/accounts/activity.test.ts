import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { startConsole } from '../../support/browser/console.ts';
import { api, createTestLive } from '../../support/requests/api.ts';
import { type AgentFields, BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import { createMember, createPerson, organizationPagePath, type Person } from '../../support/requests/members.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { createDeck } from '../../support/requests/presentation.ts';
import { createTestOrganization, smallEdition, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

describe('[D43] the activity of an organization', () => {
  const { lectern } = useInProcessServer();

  const submit = async ({ browser }: Person, organization: TestOwner, path: string, fields: AgentFields) => {
    const page = organizationPagePath(organization);
    return browser.submit(await browser.get(page), fields, `${page}/${path}`);
  };

  it('[D43] when a Live is deleted and a member is removed, then the activity can be filtered by them, with their names', async () => {
    const organization = await createTestOrganization(lectern);
    const client = api(lectern, organization);
    const owner = await createMember(lectern, organization, 'owner');
    const former = await createMember(lectern, organization, 'admin');
    await submit(former, organization, 'rename', { name: 'By a former member' });
    await submit(owner, organization, `members/${former.id}/remove`, {});
    const gone = await createTestLive(client, { name: 'Gone' });
    await client.delete(gone.path, { ifMatch: gone.etag });
    const path = `${organizationPagePath(organization)}/activity`;
    const { name } = (await lectern.installation.storage.people.findSignInUser({ id: former.id }))!;
    for (const query of ['', `?live=${gone.id}`, `?who=${former.id}`]) {
      const { text } = await owner.browser.get(path + query);
      const has = (id: string, label: string) => new RegExp(`<option value="${id}"[^>]*>${label}</option>`).test(text);
      if (!query.includes('who')) assert.ok(has(gone.id, 'Gone'), query);
      if (!query.includes('live')) assert.ok(has(former.id, name), query);
      const entries = text.split('<li><div class="resource-name">').slice(1);
      if (query.includes('live')) assert.equal(entries.length, 2);
      if (query.includes('who')) assert.ok(entries.some((entry) => entry.includes('renamed the organization')));
    }
  });

  it('[D43] when changes are made in a console and by an app, then the activity distinguishes them', async () => {
    const organization = await createTestOrganization(lectern);
    const owner = await createMember(lectern, organization, 'owner');
    const { client } = await startConsole(lectern, owner.browser, organization);
    await createTestLive(client, { name: 'From the console' });
    await createTestLive(api(lectern, organization), { name: 'From an app' });
    const { text } = await owner.browser.get(`${organizationPagePath(organization)}/activity`);
    const wayOf = (name: string) =>
      text.split('<li><div class="resource-name">').find((entry) => entry.includes(name))!;
    assert.match(wayOf('· From the console'), /in the console or on these pages</);
    assert.match(wayOf('· From an app'), / by an app</);
  });

  it('[D43] when a plan entry shows an unpublished song, then its record names the Live, hiding says so, and only Lives are in the filter', async () => {
    const organization = await createTestOrganization(lectern);
    const client = api(lectern, organization);
    const owner = await createMember(lectern, organization, 'owner');
    const song = (await createDeck(client, [{ layout: 'text', text: 'Naught be all else' }], 'Be Thou My Vision')).body;
    const plan = (await createPlan(client, [{ kind: 'deck', title: song.title, deck_id: song.id }])).body;
    const live = await createTestLive(client, { name: 'Main hall' });
    const attached = await client.put(`${live.path}/plan`, { plan_id: plan.id }, { ifMatch: live.etag });
    const shown = await client.post(`${live.path}/plan/go`, { by: 1 }, { ifMatch: attached.etag! });
    assert.equal(shown.status, 200, JSON.stringify(shown.body));
    const hidden = await client.patch(`${live.path}/playback`, { paused: true }, { ifMatch: shown.etag! });
    assert.equal(hidden.status, 200, JSON.stringify(hidden.body));
    const { text } = await owner.browser.get(`${organizationPagePath(organization)}/activity`);
    assert.match(text, /hid the screen · Main hall</);
    assert.match(text, /showed a plan entry · Main hall</);
    assert.match(text, /published a song or slides · Be Thou My Vision</);
    const [, lives] = /<select[^>]* name="live"[^>]*>(.*?)<\/select>/s.exec(text)!;
    assert.deepEqual(
      [...lives!.matchAll(/<option value="[^"]+"[^>]*>([^<]*)</g)].map(([, name]) => name),
      ['Main hall'],
    );
  });

  it('[D43] when passages are pushed, then the activity says which of them went on air', async () => {
    const organization = await createTestOrganization(lectern);
    const owner = await createMember(lectern, organization, 'owner');
    await saveEdition(lectern.installation.editions, smallEdition('one', { 43: { 3: { 16: 'Loved', 17: 'Sent' } } }));
    await lectern.installation.editions.enable({ kind: 'organization', id: organization.id }, 'one');
    const live = await createLiveController(lectern, organization, { translations: ['one'] });
    const push = async (passage: string, more = {}) =>
      assert.equal((await live.send('POST', '/passages', { passage, ...more })).status, 200);
    await push('John 3:16');
    await push('John 3:17', { focus: false });
    const { text } = await owner.browser.get(`${organizationPagePath(organization)}/activity`);
    assert.match(text, /showed <strong>Book 43 3:16</);
    assert.match(text, /pushed <strong>Book 43 3:17<\/strong> to the queue/);
  });

  it('[D43] when a console is opened twice, then one entry says so, without ids of credentials', async () => {
    const organization = await createTestOrganization(lectern);
    const owner = await createMember(lectern, organization, 'owner');
    await startConsole(lectern, owner.browser, organization);
    await startConsole(lectern, owner.browser, organization);
    const { text } = await owner.browser.get(`${organizationPagePath(organization)}/activity`);
    const [entry, ...others] = text
      .split('<li><div class="resource-name">')
      .filter((each) => each.includes('the console or a page'));
    assert.match(entry!, /preparation · 2 times</);
    assert.doesNotMatch(entry!, /<code>/);
    assert.deepEqual(others, []);
  });

  it('[D43] when an invitation is accepted, then its record in the activity names the person, and no email address is kept', async () => {
    const organization = await createTestOrganization(lectern);
    const owner = await createMember(lectern, organization, 'owner');
    const invite = async (email: string) => {
      const { text } = await submit(owner, organization, 'members', { email, role: 'viewer' });
      return /\/link\/[A-Za-z0-9_-]{43}/.exec(text)![0];
    };
    const known = await createPerson(lectern);
    const accepted = await invite(known.email);
    const joining = await known.browser.follow(
      await known.browser.submit(await known.browser.get(accepted), {}, accepted),
    );
    assert.equal((await known.browser.submit(joining)).status, 303);
    const stranger = new BrowserAgent(lectern.config.publicUrl);
    const path = await invite('fresh@example.org');
    const signUp = await stranger.follow(await stranger.submit(await stranger.get(path), {}, path));
    assert.equal((await stranger.submit(signUp, { name: 'Fresh Person', password: 'three quiet words' })).status, 303);
    const { text } = await owner.browser.get(`${organizationPagePath(organization)}/activity`);
    const { name } = (await lectern.installation.storage.people.findSignInUser({ id: known.id }))!;
    for (const line of [
      `invited a member · ${name}`,
      'invited a member · Fresh Person',
      '<strong>Fresh Person</strong> created an account<',
    ])
      assert.ok(text.includes(line), line);
    const records = await lectern.installation.storage.audit.list(
      { kind: 'organization', id: organization.id },
      { limit: 100, before: null, since: null },
    );
    assert.ok(!JSON.stringify(records).includes('example.org'));
  });
});
