import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import { ROLE_SCOPES, ROLES, type Role } from '../../../src/contract/scopes.ts';
import { api, createTestLive } from '../../support/requests/api.ts';
import type { AgentFields, AgentPage } from '../../support/requests/browser-agent.ts';
import {
  createMember,
  createPerson,
  organizationPagePath,
  type Person,
  roleOf,
  setRole,
} from '../../support/requests/members.ts';
import { createSnapshot } from '../../support/requests/presentation.ts';
import { createTestOrganization, installStarter, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** Permissions of each role, copied from [D34]. */
const MAY: Record<string, Record<Role, boolean>> = {
  rename: { owner: true, admin: true, operator: false, viewer: false },
  'invite a viewer': { owner: true, admin: true, operator: false, viewer: false },
  'invite an owner': { owner: true, admin: false, operator: false, viewer: false },
  'change an operator to admin': { owner: true, admin: true, operator: false, viewer: false },
  'make an operator an owner': { owner: true, admin: false, operator: false, viewer: false },
  'make an owner a viewer': { owner: true, admin: false, operator: false, viewer: false },
  'remove an operator': { owner: true, admin: true, operator: false, viewer: false },
  'remove an owner': { owner: true, admin: false, operator: false, viewer: false },
  'create a token to read': { owner: true, admin: true, operator: true, viewer: false },
  'create a token beyond operators': { owner: true, admin: true, operator: false, viewer: false },
  'end a token to read': { owner: true, admin: true, operator: true, viewer: false },
  'end a token beyond operators': { owner: true, admin: true, operator: false, viewer: false },
};

describe('[D34] pages of an organization', () => {
  const { lectern } = useInProcessServer();

  const nameOf = async ({ id }: TestOwner) => (await lectern.installation.storage.accounts.findOrganization(id))!.name;
  const operationsOf = async ({ kind, id }: TestOwner) => {
    const page = { limit: 100, before: null, since: null };
    return (await lectern.installation.storage.audit.list({ kind, id }, page)).map(({ operation }) => operation);
  };
  /** Sends a form that its page need not offer, with a token that counts. */
  const send = async ({ browser }: Person, organization: TestOwner, path: string, fields: AgentFields) => {
    const place = path.startsWith('tokens')
      ? `${organizationPagePath(organization)}/tokens`
      : organizationPagePath(organization);
    const page = await browser.get(place);
    // Every role has the form to leave; that for tokens is only where they may be handled.
    const forms = page.forms.filter(({ action }) =>
      action.pathname.startsWith(`${organizationPagePath(organization)}/`),
    );
    const { csrf = 'none', seen = '' } = Object.assign({}, ...forms.map((form) => form.fields));
    return browser.post(`${organizationPagePath(organization)}/${path}`, { csrf, seen, ...fields });
  };
  const createServiceToken = (organization: TestOwner, scope: string) =>
    lectern.installation.administration.createToken({ subject: { organization: organization.id }, scopes: [scope] });

  it('when an organization has two hundred members, then all are listed', async () => {
    const organization = await createTestOrganization(lectern);
    const { browser } = await createMember(lectern, organization, 'admin');
    const { administration } = lectern.installation;
    const before = (await lectern.installation.storage.accounts.listMembers(organization.id)).length;
    for (let member = before; member < 200; member++) {
      const email = `member-of-many-${member}@example.org`;
      await administration.createUser({ email, name: `Member ${member}` });
      await administration.setMember({ organization: organization.id, email, role: 'viewer' });
    }
    const { text } = await browser.get(organizationPagePath(organization));
    assert.equal(text.match(/member-of-many-\d+@example\.org/g)?.length, 200 - before);
  });

  it('[D34] when a user without an organization creates one, then the user owns it and finds it in the list', async () => {
    const { browser, id } = await createPerson(lectern);
    const empty = await browser.get('/account/organizations');
    assert.match(empty.text, /You are not in an organization yet/);
    const refused = await browser.submit(empty, { name: ' ' }, '/account/organizations');
    assert.equal(refused.status, 422);
    assert.match(refused.text, /aria-invalid="true"/);
    const created = await browser.submit(empty, { name: ' St <b>Mary</b> ' }, '/account/organizations');
    assert.equal(created.status, 303);
    const page = await browser.follow(created);
    assert.match(page.text, /<h1>St &lt;b&gt;Mary&lt;\/b&gt;<\/h1>/);
    assert.match((await browser.get('/account/organizations')).text, /St &lt;b&gt;Mary/);
    const organizationId = created.location!.pathname.split('/').at(-1)!;
    assert.equal(await lectern.installation.storage.accounts.findRole(organizationId, id), 'owner');
  });

  it('[D34] when a user creates organizations, even at once, then the user owns at most ten', async () => {
    const { browser, id } = await createPerson(lectern);
    const page = await browser.get('/account/organizations');
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, at) => browser.submit(page, { name: `Number ${at}` }, '/account/organizations')),
    );
    assert.equal(responses.filter(({ status }) => status === 303).length, 10);
    assert.equal(responses.filter(({ status }) => status === 409).length, 2);
    assert.equal((await lectern.installation.organizations.list(id)).length, 10);
  });

  for (const [action, may] of Object.entries(MAY)) {
    for (const role of ROLES) {
      it(`[D34] when the role is ${role} and the action is to ${action}, then it ${may[role] ? 'is done' : 'is refused'}`, async () => {
        const organization = await createTestOrganization(lectern);
        const actor = await createMember(lectern, organization, role);
        const audited = await operationsOf(organization);
        const { response, done } = await attempt(action, organization, actor);
        assert.equal(done, may[role]);
        assert.equal(response.status, may[role] ? (/^(create|invite)/.test(action) ? 200 : 303) : 403, response.text);
        const added = (await operationsOf(organization)).length - audited.length;
        assert.equal(added, may[role] ? 1 : 0, '[D43] one record for what is done, none for what is not');
      });
    }
  }

  /** Does it over the pages, and reads from the storage whether it is done. */
  async function attempt(action: string, organization: TestOwner, actor: Person) {
    const other = await createPerson(lectern);
    const present: Partial<Record<string, Role>> = {
      'change an operator to admin': 'operator',
      'make an operator an owner': 'operator',
      'make an owner a viewer': 'owner',
      'remove an operator': 'operator',
      'remove an owner': 'owner',
    };
    if (present[action]) await setRole(lectern, organization, other, present[action]);
    const become = async (path: string, fields: AgentFields, role: Role | null) => {
      const response = await send(actor, organization, path, fields);
      return { response, done: (await roleOf(lectern, organization, other)) === role };
    };
    switch (action) {
      case 'rename': {
        const response = await send(actor, organization, 'rename', { name: 'Renamed' });
        return { response, done: (await nameOf(organization)) === 'Renamed' };
      }
      case 'invite a viewer':
      case 'invite an owner': {
        const role = action.endsWith('owner') ? 'owner' : 'viewer';
        const response = await send(actor, organization, 'members', { email: ` ${other.email.toUpperCase()} `, role });
        const { organizations } = lectern.installation.storage;
        const open = await organizations.listInvitations(organization.id, new Date().toISOString());
        assert.equal(await roleOf(lectern, organization, other), null, 'no user is a member unasked');
        return { response, done: open.some((one) => one.email === other.email && one.role === role) };
      }
      case 'change an operator to admin':
        return become(`members/${other.id}/role`, { role: 'admin' }, 'admin');
      case 'make an operator an owner':
        return become(`members/${other.id}/role`, { role: 'owner' }, 'owner');
      case 'make an owner a viewer':
        return become(`members/${other.id}/role`, { role: 'viewer' }, 'viewer');
      case 'remove an operator':
      case 'remove an owner':
        return become(`members/${other.id}/remove`, {}, null);
      case 'create a token to read':
      case 'create a token beyond operators':
        return createByPage(organization, actor, action.endsWith('read') ? 'live.get' : 'translation.update');
      default: {
        const scope = action.endsWith('read') ? 'live.get' : 'translation.update';
        const { id, token } = await createServiceToken(organization, scope);
        const response = await send(actor, organization, `tokens/${id}/revoke`, {});
        const { status } = await api(lectern, { ...organization, token }).get('/v1/organizations/none/lives');
        return { response, done: status === 401 };
      }
    }
  }

  /** A scope that the page does not offer is refused as nothing that can be chosen. */
  async function createByPage(organization: TestOwner, actor: Person, scope: string) {
    const fields = { name: 'Stage', scopes: [scope], expires_in_days: '' };
    const page = await send(actor, organization, 'tokens', fields);
    const token = /svc_[0-9A-Za-z]{49}/.exec(page.text)?.[0];
    const response = page.status === 422 ? { ...page, status: 403 } : page;
    if (token === undefined) return { response, done: false };
    const listed = await lectern.installation.storage.credentials.list({ organizationId: organization.id });
    assert.deepEqual(listed.at(-1)!.scopes, [scope]);
    return { response, done: true };
  }

  it('[D34] when an organization belongs to others, then it is not there by any address, like one that never existed', async () => {
    const organization = await createTestOrganization(lectern);
    const stranger = await createPerson(lectern);
    const own = await stranger.browser.submit(
      await stranger.browser.get('/account/organizations'),
      { name: 'Own' },
      '/account/organizations',
    );
    const { forms } = await stranger.browser.follow(own);
    const { csrf } = forms.find(({ action }) => action.pathname.endsWith('/rename'))!.fields;
    for (const id of [organization.id, 'none', '%00', 'x'.repeat(80), '..%2f..']) {
      for (const path of ['', '/lives', '/tokens', '/activity']) {
        const { status } = await stranger.browser.get(`/account/organizations/${id}${path}`);
        assert.equal(status, 404, `${id}${path}`);
      }
      for (const path of ['rename', 'members', `members/${stranger.id}/role`, `members/${stranger.id}/remove`]) {
        const fields = { csrf: csrf!, name: 'Taken', email: stranger.email, role: 'owner' };
        const { status } = await stranger.browser.post(`/account/organizations/${id}/${path}`, fields);
        assert.equal(status, 404, `${id} ${path}`);
      }
    }
    assert.equal(await nameOf(organization), 'Organization');
    assert.equal(await roleOf(lectern, organization, stranger), null);
  });

  it('[D34] when a role changes, then it counts as it is now: a demoted owner manages nothing, a removed one sees nothing', async () => {
    const organization = await createTestOrganization(lectern);
    const person = await createMember(lectern, organization, 'owner');
    const page = await person.browser.get(organizationPagePath(organization));
    await setRole(lectern, organization, person, 'viewer');
    const rename = `${organizationPagePath(organization)}/rename`;
    assert.equal((await person.browser.submit(page, { name: 'Late' }, rename)).status, 403);
    const { organizations } = lectern.installation;
    const membership = await organizations.require(person.id, organization.id);
    assert.deepEqual(await organizations.listTokens(membership, person.id), []);
    await lectern.installation.administration.removeMember({ organization: organization.id, email: person.email });
    assert.equal((await person.browser.submit(page, { name: 'Late' }, rename)).status, 404);
    assert.equal((await person.browser.get(organizationPagePath(organization))).status, 404);
    assert.equal(await nameOf(organization), 'Organization');
  });

  it('[D34] when the last owner leaves or steps down, then this is refused; when two leave at once, then one stays', async () => {
    const { browser, id } = await createPerson(lectern);
    const created = await browser.submit(
      await browser.get('/account/organizations'),
      { name: 'Alone' },
      '/account/organizations',
    );
    const path = created.location!.pathname;
    const page = await browser.follow(created);
    const leave = await browser.submit(page, {}, `${path}/members/${id}/remove`);
    assert.equal(leave.status, 409);
    assert.match(leave.text, /role="alert"[^>]*>Nothing was changed. An organization needs an owner/);
    assert.equal((await browser.submit(page, { role: 'admin' }, `${path}/members/${id}/role`)).status, 409);

    const second = await createPerson(lectern);
    const organization = { id: path.split('/').at(-1)! } as TestOwner;
    await setRole(lectern, organization, second, 'owner');
    const other = await second.browser.get(path);
    const responses = await Promise.all([
      browser.submit(page, {}, `${path}/members/${id}/remove`),
      second.browser.submit(other, {}, `${path}/members/${second.id}/remove`),
    ]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [303, 409]);
  });

  it('[D34] when an owner is disabled, then that owner does not count as one, on pages, by the command line, and in a deletion', async () => {
    const organization = await createTestOrganization(lectern);
    const { administration, storage } = lectern.installation;
    const [first] = await administration.listMembers(organization.id);
    const [person, second] = [
      await createMember(lectern, organization, 'owner'),
      await createMember(lectern, organization, 'owner'),
    ];
    await administration.removeMember({ organization: organization.id, email: first!.email });
    await administration.setUserDisabled(second.email, true);
    const page = await person.browser.get(organizationPagePath(organization));
    const path = `${organizationPagePath(organization)}/members/${person.id}`;
    assert.equal((await person.browser.submit(page, {}, `${path}/remove`)).status, 409);
    assert.equal((await person.browser.submit(page, { role: 'admin' }, `${path}/role`)).status, 409);
    const own = { organization: organization.id, email: person.email };
    await assert.rejects(administration.removeMember(own), { code: 'forbidden' });
    await assert.rejects(administration.setMember({ ...own, role: 'viewer' }), { code: 'forbidden' });
    const { accountId } = (await storage.accounts.findUserByEmail(person.email))!;
    await assert.rejects(executeCommand(lectern.installation, 'account delete', { id: accountId }), {
      code: 'forbidden',
    });
    assert.equal((await person.browser.get(organizationPagePath(organization))).status, 200, 'nothing has changed');
    const removed = await person.browser.submit(
      page,
      {},
      `${organizationPagePath(organization)}/members/${second.id}/remove`,
    );
    assert.equal(removed.status, 303, 'the disabled one can go');
  });

  it('[D34] when a user is disabled, then the user joins or creates no organization; a member keeps the role or gets another', async () => {
    const organization = await createTestOrganization(lectern);
    const person = await createMember(lectern, organization, 'operator');
    const stranger = await createPerson(lectern);
    const { administration, organizations, storage } = lectern.installation;
    for (const { email } of [person, stranger]) await administration.setUserDisabled(email, true);
    await setRole(lectern, organization, person, 'viewer');
    assert.equal(await roleOf(lectern, organization, person), 'viewer');
    await assert.rejects(setRole(lectern, organization, stranger, 'viewer'), { code: 'forbidden' });
    assert.equal(await roleOf(lectern, organization, stranger), null);
    const actor = {
      channel: 'page',
      userId: stranger.id,
      credentialId: null,
      operation: 'x',
      requestId: 'x',
    } as const;
    await assert.rejects(organizations.create(stranger.id, 'Late', actor), { code: 'not_found' });
    assert.deepEqual(await storage.organizations.listByUser(stranger.id), []);
  });

  it('[D34] when a token is made from a preset, then it never gets more than the role of its maker', async () => {
    const organization = await createTestOrganization(lectern);
    for (const role of ['owner', 'operator'] as const) {
      const member = await createMember(lectern, organization, role);
      const fields = { name: `Preset of ${role}`, expires_in_days: '' };
      const page = await member.browser.get(`${organizationPagePath(organization)}/tokens`);
      assert.equal(page.text.includes('value="all"'), role === 'owner', 'an operator has no more to give');
      assert.equal((await send(member, organization, 'tokens', { ...fields, authority: 'operator' })).status, 200);
      const all = await send(member, organization, 'tokens', { ...fields, authority: 'all' });
      assert.equal(all.status, role === 'owner' ? 200 : 422);
    }
    const subject = { organization: organization.id };
    const made = await lectern.installation.administration.listTokens(subject);
    const scopes = made.filter(({ name }) => name.startsWith('Preset')).map((token) => [...token.scopes].toSorted());
    const operator = [...ROLE_SCOPES.operator].toSorted();
    assert.deepEqual(scopes, [operator, [...ROLE_SCOPES.owner].toSorted(), operator]);
  });

  it('[D34] when members of any role leave, then they can, and a service token of a member who left works on', async () => {
    const organization = await createTestOrganization(lectern);
    const person = await createMember(lectern, organization, 'operator');
    const made = await send(person, organization, 'tokens', {
      name: 'Tablet',
      scopes: 'live.list',
      expires_in_days: '30',
    });
    const token = /svc_[0-9A-Za-z]{49}/.exec(made.text)![0];
    const portuguese = await person.browser.get(organizationPagePath(organization), { 'accept-language': 'pt' });
    // Beside the menu's own word for signing out.
    assert.match(
      portuguese.text,
      /<button class="frame-out">Sair<\/button>[\s\S]*<summary>Sair da organização<\/summary>/,
    );
    const page = await person.browser.get(organizationPagePath(organization));
    const left = await person.browser.submit(
      page,
      {},
      `${organizationPagePath(organization)}/members/${person.id}/remove`,
    );
    assert.match((await person.browser.follow(left)).text, /You left the organization/);
    const { status } = await api(lectern, { ...organization, token }).get(organization.livesPath);
    assert.equal(status, 200);
  });

  it('[D35] when a service token is made, then its secret is shown once; when its form is sent again, then no second one is made', async () => {
    const organization = await createTestOrganization(lectern);
    const { browser } = await createMember(lectern, organization, 'admin');
    const path = `${organizationPagePath(organization)}/tokens`;
    const page = await browser.get(path);
    const fields = { name: 'Tablet', scopes: ['live.get', 'live.update'], expires_in_days: '' };
    const made = await browser.submit(page, fields, path);
    assert.equal(made.status, 200);
    assert.equal(made.headers.get('cache-control'), 'no-store');
    const token = /svc_[0-9A-Za-z]{49}/.exec(made.text)![0];
    assert.equal((await browser.submit(page, fields, path)).status, 409);
    const listed = await browser.get(path);
    assert.ok(!listed.text.includes(token));
    assert.equal(listed.text.split('Tablet').length - 1, 1);
    assert.match(listed.text, /never used/);
  });

  it('[D43] when owners and administrators read the activity, then they see it newest first, page by page; others do not', async () => {
    const organization = await createTestOrganization(lectern);
    const owner = await createMember(lectern, organization, 'owner');
    const names = Array.from({ length: 52 }, (_, at) => `Name ${at}`);
    for (const name of names) await send(owner, organization, 'rename', { name });
    const path = `${organizationPagePath(organization)}/activity`;
    const first = await owner.browser.get(path);
    assert.equal(first.text.match(/renamed the organization/g)?.length, 50);
    const older = /href="([^"]*\?before=[^"]*)"/.exec(first.text)![1]!;
    assert.equal((await owner.browser.get(older)).text.match(/renamed the organization/g)?.length, 2);
    for (const bad of ['%27', '0', 'x'.repeat(36)]) {
      assert.equal((await owner.browser.get(`${path}?before=${bad}`)).status, 200);
    }
    for (const role of ['operator', 'viewer'] as const) {
      const { browser } = await createMember(lectern, organization, role);
      assert.equal((await browser.get(path)).status, 403);
    }
  });

  it('[D43] when the activity is filtered, then it has what meets every condition, keeps the filter, and names no other organization', async () => {
    const organization = await createTestOrganization(lectern);
    const { browser, id } = await createMember(lectern, organization, 'owner');
    const [main, chapel] = [
      await createTestLive(api(lectern, organization)),
      await createTestLive(api(lectern, organization)),
    ];
    const path = `${organizationPagePath(organization)}/activity`;
    const page = await browser.get(organizationPagePath(organization));
    await browser.submit(page, { name: 'Renamed' }, `${organizationPagePath(organization)}/rename`);
    const entriesOf = async (query: string) => {
      const { status, text } = await browser.get(`${path}?${query}`);
      assert.equal(status, 200);
      return { text, count: text.split('<li><div class="resource-name">').length - 1 };
    };
    const all = await entriesOf('');
    assert.equal((await entriesOf(`live=${main.id}`)).count, 1);
    assert.equal((await entriesOf(`live=${main.id}&what=look`)).count, 0);
    assert.equal((await entriesOf(`live=${chapel.id}&what=lives`)).count, 1);
    const mine = await entriesOf(`who=${id}&what=people`);
    assert.equal(mine.count, 1);
    assert.match(mine.text, /renamed the organization/);
    assert.match(mine.text, new RegExp(`<option value="${id}" selected>`));
    assert.match((await entriesOf('from=2100-01-01')).text, /No changes match this filter/);
    assert.equal((await entriesOf('to=2100-01-01')).count, all.count);
    // A day begins and ends at the midnight of the browser.
    const zone = 'Pacific/Auckland';
    const today = new Date().toLocaleDateString('sv', { timeZone: zone });
    assert.equal((await entriesOf(`from=${today}&to=${today}&zone=${zone}`)).count, all.count);
    for (const invalid of ['who=%27--', 'what=none', 'live=../x', 'from=2026-02-30', 'to=x', 'zone=Nowhere'])
      assert.equal((await entriesOf(invalid)).count, all.count, invalid);
    const other = await createTestOrganization(lectern);
    assert.equal((await browser.get(`${organizationPagePath(other)}/activity?live=${main.id}`)).status, 404);
  });

  it('[D43] when the activity is shown, then it names what it is about, even if that is gone', async () => {
    await installStarter(lectern);
    const organization = await createTestOrganization(lectern);
    const client = api(lectern, organization);
    const owner = await createMember(lectern, organization, 'owner');
    const [kept, gone] = [
      await createTestLive(client, { name: 'Evening <1>' }),
      await createTestLive(client, { name: 'Gone' }),
    ];
    await client.delete(gone.path, { ifMatch: gone.etag });
    const blank = { id: 'one', layout: 'blank', title: null, text: null, reference: null, image: null };
    const { id: published } = await createSnapshot(client, [blank], 'Easter');
    const disabled = await client.delete(`/v1/organizations/${organization.id}/translations/kjv`);
    assert.equal(disabled.status, 204);
    await send(owner, organization, 'members', { email: 'named@example.org', role: 'viewer' });
    const left = await createMember(lectern, organization, 'viewer');
    await send(owner, organization, `members/${left.id}/remove`, {});
    const { text } = await owner.browser.get(`${organizationPagePath(organization)}/activity`);
    // The filter above the entries has ids as values.
    const entries = text.slice(text.indexOf('<ul class="resource-list">'));
    for (const line of [
      'created a room · Evening &lt;1&gt;',
      'deleted a room · Gone',
      'created a song or slides · Easter',
      'published a song or slides · Easter',
      'removed a translation from the library · King James Version',
      'invited a member · named@example.org',
      `removed a member · ${(await lectern.installation.storage.people.findSignInUser({ id: left.id }))!.name}`,
    ]) {
      assert.ok(text.includes(line), line);
    }
    for (const id of [kept.id, gone.id, published, left.id, owner.id]) assert.ok(!entries.includes(id), id);
    assert.match((await owner.browser.get('/account/activity')).text, /signed in/);

    // A name is visible to those with access to the resource, not to those who know its id.
    const { audit } = lectern.installation.storage;
    const other = await createTestOrganization(lectern);
    const names = await audit.findNames({ kind: 'organization', id: other.id }, [kept.id, published]);
    assert.deepEqual([...names], []);
  });

  it('[D47] when a member is invited, then a link is shown once; when the role or address is unknown, then there is no invitation', async () => {
    const organization = await createTestOrganization(lectern);
    const admin = await createMember(lectern, organization, 'admin');
    const invited = await send(admin, organization, 'members', { email: 'new@example.org', role: 'viewer' });
    assert.equal(invited.status, 200, invited.text);
    assert.match(invited.text, /\/link\/[A-Za-z0-9_-]{43}/);
    assert.deepEqual((await operationsOf(organization))[0], 'inviteMember');
    for (const [fields, status] of [
      [{ email: 'other@example.org', role: 'owner' }, 403],
      [{ email: 'unknown', role: 'viewer' }, 422],
      [{ email: admin.email, role: 'viewer' }, 422],
      [{ email: 'other@example.org', role: 'pope' }, 422],
      [{ email: 'other@example.org' }, 422],
    ] as [AgentFields, number][]) {
      const response = await send(admin, organization, 'members', fields);
      assert.equal(response.status, status, JSON.stringify(fields));
      assert.ok(!response.text.includes('/link/'));
    }
  });

  it('[D22] when the name of an organization changes, then what viewers know of the organization moves on with it', async () => {
    const organization = await createTestOrganization(lectern);
    const { storage } = lectern.installation;
    const before = await storage.owners.find({ kind: 'organization', id: organization.id });
    const owner = await createMember(lectern, organization, 'owner');
    await send(owner, organization, 'rename', { name: 'Grace Chapel' });
    const profile = await storage.owners.find({ kind: 'organization', id: organization.id });
    assert.equal(profile.name, 'Grace Chapel');
    assert.ok(profile.version > before.version);
  });

  it('when members are listed, then roles of others and e-mail addresses are shown only to those who manage members', async () => {
    const organization = await createTestOrganization(lectern);
    const owner = await createMember(lectern, organization, 'owner');
    const viewer = await createMember(lectern, organization, 'viewer');
    const show = async ({ browser }: Person): Promise<AgentPage> => browser.get(organizationPagePath(organization));
    assert.ok((await show(owner)).text.includes(viewer.email));
    assert.ok(!(await show(viewer)).text.includes(owner.email));
    assert.deepEqual(
      (await show(viewer)).forms.map(({ action }) => action.pathname).filter((path) => path !== '/sign-out'),
      [`${organizationPagePath(organization)}/members/${viewer.id}/remove`],
    );
  });
});
