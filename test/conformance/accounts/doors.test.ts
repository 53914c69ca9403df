import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { api } from '../../support/requests/api.ts';
import { BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createMember, organizationPagePath } from '../../support/requests/members.ts';
import { addImage, organizationRestPath } from '../../support/requests/presentation.ts';
import { createTestOrganization } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

describe('[D81] the doors of an installation', () => {
  const { lectern } = useInProcessServer();

  const createNamed = async (name: string) => {
    const organization = await createTestOrganization(lectern);
    const owner = await createMember(lectern, organization, 'owner');
    const page = organizationPagePath(organization);
    assert.equal((await owner.browser.submit(await owner.browser.get(page), { name }, `${page}/rename`)).status, 303);
    const client = api(lectern, organization);
    const { id } = await addImage(client, name.length);
    const set = await client.put(`${organizationRestPath(client)}/logo`, { image_id: id });
    assert.ok(set.status < 300, JSON.stringify(set.body));
    return { organization, owner, image: `/media/${id}` };
  };
  const stranger = () => new BrowserAgent(lectern.config.publicUrl);
  const read = async (path: string) => (await stranger().get(path)).text;
  const DOORS = ['/', '/sign-in', '/sign-in?next=/account/tokens'];

  it('when there is one organization, then first page and sign-in have its name and logo; when it is restricted, or there are several, then only the name of the product', async () => {
    for (const path of DOORS) assert.match(await read(path), /<p class="door-host"><span>Lectern<\/span>/);
    const first = await createNamed('Grace Church');
    for (const path of DOORS) {
      const page = await stranger().get(path);
      assert.match(page.text, new RegExp(`<p class="door-host"><img src="${first.image}"[^>]*><span>Grace Church<`));
      assert.match(page.headers.get('content-security-policy')!, /default-src 'none'.*; img-src 'self' data:;/);
    }
    const image = await fetch(lectern.config.publicUrl + first.image);
    assert.match(`${image.status} ${image.headers.get('content-type')}`, /^200 image\//);
    for (const path of ['/recover', '/account/nowhere', '/sign-in/nowhere'])
      assert.ok(!(await read(path)).includes('Grace Church'), path);

    const { owners } = lectern.installation.storage;
    await owners.setRestricted({ kind: 'organization', id: first.organization.id }, true);
    for (const path of DOORS) assert.doesNotMatch(await read(path), /Grace|\/media\//);
    await owners.setRestricted({ kind: 'organization', id: first.organization.id }, false);

    const second = await createNamed('Other Church');
    for (const path of DOORS) assert.doesNotMatch(await read(path), /Grace|Other|\/media\//);

    const fields = { email: 'fresh@example.org', role: 'operator' };
    const page = organizationPagePath(second.organization);
    const { text } = await second.owner.browser.submit(await second.owner.browser.get(page), fields, `${page}/members`);
    const [link] = /\/link\/[A-Za-z0-9_-]{43}/.exec(text)!;
    const back = encodeURIComponent(`/sign-up?invitation=${link.slice(6)}`);
    for (const path of [link, `/sign-up?invitation=${link.slice(6)}`, `/sign-in?next=${back}`]) {
      const invited = await read(path);
      assert.match(invited, new RegExp(`<p class="door-host"><img src="${second.image}"[^>]*><span>Other Church<`));
      assert.ok(!invited.includes('Grace'), path);
    }
    assert.match(await read(link), /<p>User invites you to join Other Church as Operator\.<\/p>\s*<p[^>]*>Operator: /);
  });

  it('when an administrator invites, then the invitation says so, and without an organization it shows none', async () => {
    const organization = await createTestOrganization(lectern);
    const { links } = lectern.installation;
    const { path } = await links.invite('led@example.org', { organization: organization.id, role: 'viewer' });
    assert.match(await read(path), /The administrator of this server invites you to join Organization as Viewer/);
    const alone = await read((await links.invite('alone@example.org', null)).path);
    assert.match(alone, /<p class="door-host"><span>Lectern</);
  });

  it('when the first page opens, then screens and operators have a link, and who follows along an explanation', async () => {
    const text = await read('/');
    const [, follow, screen, operate] = text.split('<li class="card">');
    assert.match(follow!, /Scan the QR code/);
    assert.doesNotMatch(follow!, /<a /);
    assert.match(screen!, /<a href="\/screen">This is a screen</);
    assert.match(operate!, /<a href="\/console">Operate</);
  });
});
