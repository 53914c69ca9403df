import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { finishDeletions } from '../../../src/domain/account/lifecycle/owner-deletion.ts';
import { EXPORT_SECTIONS } from '../../../src/domain/account/lifecycle/owner-export.ts';
import { api, createTestLive } from '../../support/requests/api.ts';
import { createLiveController } from '../../support/requests/live-controller.ts';
import {
  createMember,
  createPerson,
  organizationPagePath,
  type Person,
  setRole,
} from '../../support/requests/members.ts';
import { beginPoll, readSnapshot, waitUntilParked } from '../../support/requests/poll.ts';
import { openStream } from '../../support/requests/stream.ts';
import { createTestOrganization } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const DATA = '/account/data';
const MINUTE_MS = 60_000;

describe('[D52] exporting all data, and deleting the account, on the pages', () => {
  let passedMs = 0;
  const { lectern } = useInProcessServer({ clock: () => Date.now() + passedMs });

  const deleteOn = async (person: Person, path: string, confirmation: string) => {
    const page = await person.browser.get(path);
    return person.browser.submit(page, { confirmation }, `${path}/delete`);
  };

  it('when the account is exported, then it is a JSON file with all its parts and none of its secrets', async () => {
    const person = await createPerson(lectern);
    const page = await person.browser.get('/account');
    assert.match(page.text, /href="\/account\/data"/);
    const file = await person.browser.get(`${DATA}/export`);
    assert.equal(file.status, 200);
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="lectern-[0-9a-f-]+\.json"$/);
    assert.equal(file.headers.get('cache-control'), 'no-store');
    const document = JSON.parse(file.text);
    assert.deepEqual(Object.keys(document), ['format', 'version', 'exported_at', ...EXPORT_SECTIONS]);
    assert.equal(document.owner[0].user.email, person.email);
    assert.equal(document.sessions.length, 1);
    for (const secret of person.browser.cookies.values()) assert.ok(!file.text.includes(secret));
  });

  it('[D10] when too many exports of the account wait, then another is refused before it begins, and other work is not', async () => {
    const person = await createPerson(lectern);
    const account = JSON.parse((await person.browser.get(`${DATA}/export`)).text).owner[0].id;
    const { turns } = lectern.installation;
    const owner = { kind: 'account', id: account } as const;
    const running = [await turns.take(owner), await turns.take(owner)];
    const exported = { background: true, patient: true };
    const waiting = Array.from({ length: 8 }, () => turns.take(owner, exported).then((end) => end()));
    waiting.push(turns.take(owner).then((end) => end()));
    const { status, headers } = await person.browser.get(`${DATA}/export`);
    assert.deepEqual([status, headers.get('retry-after'), headers.get('content-disposition')], [429, '2', null]);
    for (const end of running) end();
    await Promise.all(waiting);
    assert.equal((await person.browser.get(`${DATA}/export`)).status, 200);
  });

  it('when the user is not signed in, then neither the page nor the export is given', async () => {
    const { browser } = await createPerson(lectern);
    browser.cookies.clear();
    for (const path of [DATA, `${DATA}/export`]) {
      const { status, location } = await browser.get(path);
      assert.deepEqual([status, location?.pathname], [303, '/sign-in']);
    }
  });

  it('[D34] when an organization is exported or deleted, then only its owners may do it; to others it is forbidden or unknown', async () => {
    const organization = await createTestOrganization(lectern);
    const path = `${organizationPagePath(organization)}/data`;
    const owner = await createMember(lectern, organization, 'owner');
    const { csrf } = (await owner.browser.get(path)).forms.find(({ action }) =>
      action.pathname.endsWith('/delete'),
    )!.fields;
    for (const role of ['admin', 'operator', 'viewer'] as const) {
      const { browser } = await createMember(lectern, organization, role);
      assert.ok(!(await browser.get(organizationPagePath(organization))).text.includes(`${path}"`));
      for (const each of [path, `${path}/export`]) assert.equal((await browser.get(each)).status, 403);
      const foreign = await browser.post(`${path}/delete`, { csrf, confirmation: 'x' });
      assert.equal(foreign.status, 403);
    }
    const stranger = await createPerson(lectern);
    for (const each of [path, `${path}/export`]) assert.equal((await stranger.browser.get(each)).status, 404);
    const file = JSON.parse((await owner.browser.get(`${path}/export`)).text);
    assert.equal(file.owner[0].id, organization.id);
    assert.equal(file.members.length, 5);
  });

  it('when an organization is deleted, then its Lives, polls and viewers go with it, and its members stay', async () => {
    const organization = await createTestOrganization(lectern);
    const owner = await createMember(lectern, organization, 'owner');
    const controller = await createLiveController(lectern, organization);
    const { cursor } = await readSnapshot(lectern, controller);
    const viewer = await openStream(lectern.url, controller.id);
    await viewer.takeState();
    const waiting = beginPoll(lectern, controller, { after: cursor });
    await waitUntilParked(waiting);
    const { name } = (await lectern.installation.storage.accounts.findOrganization(organization.id))!;
    const path = `${organizationPagePath(organization)}/data`;
    const mistyped = await deleteOn(owner, path, 'another name');
    // The browser is led to a page, to which it can go back.
    assert.deepEqual([mistyped.status, mistyped.location?.pathname], [303, path]);
    const refused = await owner.browser.follow(mistyped);
    assert.match(refused.text, /<details open>[\s\S]*aria-invalid="true"/);
    assert.ok(!refused.text.includes('another name'), 'what was typed is in no address');
    const deleted = await deleteOn(owner, path, ` ${name} `);
    assert.deepEqual([deleted.status, deleted.location?.search], [303, '?done=deleted']);
    assert.match((await owner.browser.follow(deleted)).text, /The organization was deleted\./);
    assert.equal((await waiting.response).status, 401);
    await viewer.ended;
    assert.equal(await lectern.installation.storage.accounts.findOrganization(organization.id), null);
    const page = { limit: 10, before: null, since: null };
    const [last] = await lectern.installation.storage.audit.list({ kind: 'organization', id: organization.id }, page);
    assert.deepEqual([last?.operation, last?.channel, last?.userId], ['deleteOrganization', 'page', owner.id], '[D43]');
  });

  it('when an account is deleted, then its user goes too, sees a confirmation and is signed out', async () => {
    const person = await createPerson(lectern);
    const accountId = JSON.parse((await person.browser.get(`${DATA}/export`)).text).owner[0].id;
    const mistyped = await deleteOn(person, DATA, 'another@example.org');
    assert.deepEqual([mistyped.status, mistyped.location?.pathname], [303, DATA]);
    assert.match((await person.browser.follow(mistyped)).text, /The text does not match/);
    const deleted = await deleteOn(person, DATA, person.email);
    assert.equal(deleted.status, 200);
    assert.match(deleted.text, /Your account was deleted/);
    assert.equal((await person.browser.get('/account')).location?.pathname, '/sign-in');
    assert.equal(await lectern.installation.storage.accounts.findAccount(accountId), null);
    assert.equal(await lectern.installation.storage.accounts.findUserByEmail(person.email), null);
  });

  it('when the user is the last owner of an organization, then the page names it, and nothing is changed', async () => {
    const organization = await createTestOrganization(lectern);
    const others = await lectern.installation.storage.accounts.listMembers(organization.id);
    const person = await createMember(lectern, organization, 'owner');
    for (const { userId, email } of others) {
      if (userId !== person.id) {
        await setRole(lectern, organization, { id: userId, email, browser: person.browser }, 'admin');
      }
    }
    const { name } = (await lectern.installation.storage.accounts.findOrganization(organization.id))!;
    const refused = await deleteOn(person, DATA, person.email);
    assert.equal(refused.status, 409);
    assert.ok(refused.text.includes(`You are the last owner of ${name}.`), refused.text);
    assert.equal((await person.browser.get('/account')).status, 200);
  });

  it('when a browser was signed in a while ago, then it has to sign in again first', async () => {
    const person = await createPerson(lectern);
    const page = await person.browser.get(DATA);
    passedMs += 11 * MINUTE_MS;
    assert.match((await person.browser.get(DATA)).text, /Sign in again/);
    const late = await person.browser.submit(page, { confirmation: person.email }, `${DATA}/delete`);
    assert.deepEqual([late.status, late.location?.pathname], [303, DATA]);
    assert.equal((await person.browser.get('/account')).status, 200);
  });

  it('when a deletion was interrupted, then the next start finishes it, in the name of the user who began it', async () => {
    const { installation } = lectern;
    const organization = await createTestOrganization(lectern);
    const liveId = (await createTestLive(api(lectern, organization))).id;
    const actor = {
      channel: 'page',
      userId: 'u',
      credentialId: null,
      operation: 'deleteOrganization',
      requestId: 'r',
    } as const;
    const owner = { kind: 'organization', id: organization.id } as const;
    assert.equal(
      await installation.storage.ownerDeletion.begin(owner, { now: new Date().toISOString(), actor }),
      'begun',
    );
    assert.ok(await installation.lives.find(liveId));
    await finishDeletions(installation);
    assert.equal(await installation.lives.find(liveId), null);
    assert.equal(await installation.storage.accounts.findOrganization(organization.id), null);
    assert.deepEqual(await installation.storage.ownerDeletion.listUnfinished(), []);
    const page = { limit: 1, before: null, since: null };
    const [last] = await installation.storage.audit.list(owner, page);
    assert.deepEqual([last?.operation, last?.userId, last?.requestId], ['deleteOrganization', 'u', 'r']);
  });
});
