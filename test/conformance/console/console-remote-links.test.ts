import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executeCommand } from '../../../src/cli/execute.ts';
import type { IssuedRemoteLink, RemoteLinkList } from '../../../src/contract/schemas/remote-links.ts';
import { openConsoleSession } from '../../support/browser/console.ts';
import { assertProblem } from '../../support/requests/api.ts';
import type { AgentPage, BrowserAgent } from '../../support/requests/browser-agent.ts';
import { createMember, createPerson, type Person, setRole } from '../../support/requests/members.ts';
import { readRemoteEnd, readRemoteState, remoteEntrance } from '../../support/requests/remote-entrance.ts';
import { PAGE_ENGINES, smallEdition, type TestOwner } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const HOUR_MS = 3_600_000;

for (const engine of PAGE_ENGINES) {
  describe(`remote links in the console on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: [smallEdition('one', { 43: { 3: { 16: 'For God' } } })] });

    const pathOf = (liveId: string, linkId?: string) =>
      `/console/${liveId}/remote-links${linkId === undefined ? '' : `/${linkId}`}`;
    const csrfOf = async (browser: BrowserAgent) => ({ 'x-csrf-token': (await openConsoleSession(browser)).csrf });
    const assertRefused = ({ status, headers, text }: AgentPage, expected: number, code: string) =>
      assertProblem({ status, headers, body: JSON.parse(text) } as never, expected, code);
    const make = async (
      browser: BrowserAgent,
      liveId: string,
      body: object = { name: 'Pulpit' },
    ): Promise<IssuedRemoteLink> => {
      const { status, text, headers } = await browser.postJson(pathOf(liveId), body, await csrfOf(browser));
      assert.equal(status, 201, text);
      assert.equal(headers.get('cache-control'), 'no-store');
      return JSON.parse(text);
    };
    const list = async (browser: BrowserAgent, liveId: string): Promise<RemoteLinkList> => {
      const { status, text } = await browser.get(pathOf(liveId));
      assert.equal(status, 200, text);
      return JSON.parse(text);
    };
    const end = async (browser: BrowserAgent, liveId: string, linkId: string) =>
      browser.call('DELETE', pathOf(liveId, linkId), await csrfOf(browser));
    const open = async (role: 'owner' | 'admin' | 'operator' | 'viewer' = 'operator') => {
      const live = await world.openLive();
      return { live, liveId: live.liveId, member: await createMember(world.lectern, live.owner, role) };
    };
    const nameOf = async ({ email }: Person) =>
      (await world.lectern.installation.storage.accounts.findUserByEmail(email))!.name;

    it('[D68] when a member makes a link, then its address is in the response alone, and the list has the rest', async () => {
      const { member, liveId } = await open();
      const { url, ...link } = await make(member.browser, liveId, { name: ' Pulpit ', hours: 48 });
      assert.match(url, new RegExp(`^${world.lectern.config.publicUrl}/r/${link.id}#rem_[0-9A-Za-z]{49}$`));
      const { id, created_at, expires_at, ...rest } = link;
      assert.match(id, /^[A-Za-z0-9_-]{20}$/);
      assert.equal(Date.parse(expires_at) - Date.parse(created_at), 48 * HOUR_MS);
      assert.deepEqual(rest, {
        name: 'Pulpit',
        made_by: { user_id: member.id, name: await nameOf(member) },
        last_used_at: null,
        connections: 0,
      });
      assert.deepEqual(await list(member.browser, liveId), [link]);
      const door = remoteEntrance(world.url, url);
      const stream = await door.stream(await door.enter());
      await readRemoteState(stream);
      const [used] = await list(member.browser, liveId);
      assert.equal(used!.connections, 1);
      assert.ok(Math.abs(Date.parse(used!.last_used_at!) - Date.now()) < 60_000);
      stream.close();
    });

    it('[D68] when no time is named, then it is 12 hours; 1 hour to a year are taken, and nothing else', async () => {
      const { member, liveId } = await open();
      const usual = await make(member.browser, liveId);
      assert.equal(Date.parse(usual.expires_at) - Date.parse(usual.created_at), 12 * HOUR_MS);
      const year = await make(member.browser, liveId, { name: 'Year', hours: 8_760 });
      assert.equal(Date.parse(year.expires_at) - Date.parse(year.created_at), 8_760 * HOUR_MS);
      await make(member.browser, liveId, { name: 'Hour', hours: 1 });
      const until = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
      const sunday = until(30);
      assert.equal((await make(member.browser, liveId, { name: 'Sunday', expires_at: sunday })).expires_at, sunday);
      const csrf = await csrfOf(member.browser);
      for (const body of [
        { name: 'x', expires_at: until(0.9) },
        { name: 'x', expires_at: until(8_761) },
        { name: 'x', expires_at: 'Sunday' },
        { name: 'x', expires_at: until(30), hours: 30 },
        { name: 'x', hours: 0 },
        { name: 'x', hours: 8_761 },
        { name: 'x', hours: 1.5 },
        { name: 'x', hours: '1' },
        { name: ' ' },
        { name: 'x'.repeat(121) },
        {},
        { name: 'x', more: 1 },
      ]) {
        assertRefused(await member.browser.postJson(pathOf(liveId), body, csrf), 422, 'invalid_fields');
      }
      const names = (await list(member.browser, liveId)).map(({ name }) => name);
      assert.deepEqual(names, ['Pulpit', 'Year', 'Hour', 'Sunday'], 'oldest first');
    });

    it('[D68] when a link is ended, then its page ends, it is no longer listed, and ending it again is 404', async () => {
      const { member, live, liveId } = await open();
      const other = await createMember(world.lectern, live.owner, 'admin');
      const { id, url } = await make(member.browser, liveId);
      const door = remoteEntrance(world.url, url);
      const stream = await door.stream(await door.enter());
      await readRemoteState(stream);
      const { status, text } = await end(other.browser, liveId, id);
      assert.deepEqual([status, text], [204, '']);
      assert.equal(await readRemoteEnd(stream), 'ended');
      assert.deepEqual(await list(member.browser, liveId), []);
      assertRefused(await end(member.browser, liveId, id), 404, 'not_found');
    });

    it('[D68] when the member is an owner, admin or operator, then links can be made, listed and ended; a viewer is refused', async () => {
      for (const role of ['owner', 'admin', 'operator'] as const) {
        const { member, liveId } = await open(role);
        const { id } = await make(member.browser, liveId);
        assert.equal((await list(member.browser, liveId)).length, 1);
        assert.equal((await end(member.browser, liveId, id)).status, 204);
      }
      const { member, live, liveId } = await open();
      const { id } = await make(member.browser, liveId);
      const viewer = await createMember(world.lectern, live.owner, 'viewer');
      const csrf = await csrfOf(viewer.browser);
      assertRefused(await viewer.browser.get(pathOf(liveId)), 403, 'forbidden');
      assertRefused(await viewer.browser.postJson(pathOf(liveId), { name: 'x' }, csrf), 403, 'forbidden');
      assertRefused(await end(viewer.browser, liveId, id), 403, 'forbidden');
      assert.equal((await list(member.browser, liveId)).length, 1);
    });

    it('[D68] when a user asks who is no member, for a Live that is not there, or for a link of another Live, then it is 404', async () => {
      const { member, liveId } = await open();
      const other = await open();
      const { id } = await make(member.browser, liveId);
      const stranger = await createPerson(world.lectern);
      const csrf = await csrfOf(stranger.browser);
      for (const path of [pathOf(liveId), pathOf('none')]) {
        assertRefused(await stranger.browser.get(path), 404, 'not_found');
        assertRefused(await stranger.browser.postJson(path, { name: 'x' }, csrf), 404, 'not_found');
      }
      assertRefused(await end(stranger.browser, liveId, id), 404, 'not_found');
      assertRefused(await end(other.member.browser, other.liveId, id), 404, 'not_found');
      assertRefused(await end(member.browser, liveId, 'none'), 404, 'not_found');
      assert.equal((await list(member.browser, liveId)).length, 1);
    });

    it('[D68], [D63] when no user is signed in, or another page sends it, then it is refused', async () => {
      const { member, live, liveId } = await open();
      const { id } = await make(member.browser, liveId);
      const csrf = await csrfOf(member.browser);
      const path = pathOf(liveId);
      for (const headers of [
        { ...csrf, origin: 'https://elsewhere.example' },
        { ...csrf, 'sec-fetch-site': 'cross-site' },
        { 'x-csrf-token': 'other' },
      ]) {
        assertRefused(await member.browser.postJson(path, { name: 'x' }, headers), 403, 'forbidden');
        assertRefused(await member.browser.call('DELETE', pathOf(liveId, id), headers), 403, 'forbidden');
      }
      const asForm = { ...csrf, 'content-type': 'application/x-www-form-urlencoded' };
      assertRefused(await member.browser.postJson(path, { name: 'x' }, asForm), 415, 'unsupported_media_type');
      member.browser.cookies.clear();
      for (const response of [
        await member.browser.get(path),
        await member.browser.postJson(path, { name: 'x' }, csrf),
        await member.browser.call('DELETE', pathOf(liveId, id), csrf),
      ]) {
        assertRefused(response, 401, 'invalid_token');
      }
      const byToken = { authorization: `Bearer ${live.token}` };
      assertRefused(await member.browser.get(path, byToken), 401, 'invalid_token');
    });

    it('[D68] when a Live has 50 links, then another one is refused, until one has ended', async () => {
      const { member, liveId } = await open();
      const { record } = (await world.lectern.installation.lives.find(liveId))!;
      const actor = {
        channel: 'page',
        userId: member.id,
        credentialId: null,
        operation: 'x',
        requestId: null,
      } as const;
      for (let count = 0; count < 49; count++) {
        await world.lectern.installation.remoteLinks.create(record, { name: 'x', hours: 1 }, actor);
      }
      const { id } = await make(member.browser, liveId);
      const csrf = await csrfOf(member.browser);
      const refused = await member.browser.postJson(pathOf(liveId), { name: 'x' }, csrf);
      assertRefused(refused, 409, 'quota_exceeded');
      await end(member.browser, liveId, id);
      await make(member.browser, liveId);
    });

    it('[D68], [D42] when the owner is restricted, then links can be listed and ended, and none can be made', async () => {
      const { member, live, liveId } = await open();
      const { id } = await make(member.browser, liveId);
      await executeCommand(world.lectern.installation, 'account restrict', { id: live.owner.id });
      const csrf = await csrfOf(member.browser);
      const refused = await member.browser.postJson(pathOf(liveId), { name: 'x' }, csrf);
      assertRefused(refused, 403, 'processing_restricted');
      assert.equal((await list(member.browser, liveId)).length, 1);
      assert.equal((await end(member.browser, liveId, id)).status, 204);
    });

    it('[D68], [D43] when links are made and ended, then the audit names the person and the link', async () => {
      const { member, live, liveId } = await open();
      const { id } = await make(member.browser, liveId);
      await end(member.browser, liveId, id);
      const { storage } = world.lectern.installation;
      const records = await storage.audit.list(live.owner, { limit: 2, before: null, since: null });
      assert.deepEqual(
        records.map(({ operation, channel, userId, resource, detail }) => [
          operation,
          channel,
          userId,
          resource,
          detail,
        ]),
        [
          ['endRemoteLink', 'page', member.id, liveId, 'Pulpit'],
          ['createRemoteLink', 'page', member.id, liveId, 'Pulpit'],
        ],
      );
    });

    it('[D68] when the Live is personal, then the person makes, lists and ends links, and no other user', async () => {
      const person = await createPerson(world.lectern);
      const { accountId } = (await world.lectern.installation.storage.accounts.findUserByEmail(person.email))!;
      const actor = {
        channel: 'page',
        userId: person.id,
        credentialId: null,
        operation: 'x',
        requestId: null,
      } as const;
      const owner = { kind: 'account', id: accountId } as const;
      const { record } = await world.lectern.installation.lives.create(owner, 'Own', actor);
      const { id, url } = await make(person.browser, record.id);
      const door = remoteEntrance(world.url, url);
      assert.equal((await door.page(await door.enter())).status, 200);
      const stranger = await createPerson(world.lectern);
      assertRefused(await stranger.browser.get(pathOf(record.id)), 404, 'not_found');
      assert.equal((await end(person.browser, record.id, id)).status, 204);
    });

    it('[D74], [D43] when a member makes a button link, then its key is in the response alone, and it is listed apart from remote links', async () => {
      const { member, live, liveId } = await open();
      const path = `/console/${liveId}/button-links`;
      const csrf = await csrfOf(member.browser);
      const made = await member.browser.postJson(path, { name: 'Desk' }, csrf);
      assert.equal(made.status, 201, made.text);
      const { url, key, ...link } = JSON.parse(made.text);
      assert.match(key, /^btn_[0-9A-Za-z]{49}$/);
      assert.equal(url, `${world.lectern.config.publicUrl}/b/${link.id}`);
      assert.equal(Date.parse(link.expires_at) - Date.parse(link.created_at), 90 * 24 * HOUR_MS);
      assert.deepEqual([link.kind, link.last_used_at, link.connections], ['control', null, undefined]);
      const data = await member.browser.postJson(path, { name: 'vMix', kind: 'data', hours: 1 }, csrf);
      assert.equal(JSON.parse(data.text).kind, 'data');
      assertRefused(await member.browser.postJson(path, { name: 'x', kind: 'remote' }, csrf), 422, 'invalid_fields');
      assert.deepEqual(JSON.parse((await member.browser.get(path)).text)[0], link);
      assert.deepEqual(await list(member.browser, liveId), []);
      assertRefused(await end(member.browser, liveId, link.id), 404, 'not_found');
      assert.equal((await member.browser.call('DELETE', `${path}/${link.id}`, csrf)).status, 204);
      const { storage } = world.lectern.installation;
      const records = await storage.audit.list(live.owner, { limit: 3, before: null, since: null });
      assert.deepEqual(
        records.map(({ operation, userId, detail }) => [operation, userId, detail]),
        [
          ['endButtonLink', member.id, 'Desk'],
          ['createButtonLink', member.id, 'vMix'],
          ['createButtonLink', member.id, 'Desk'],
        ],
      );
      assert.ok(!JSON.stringify(records).includes(key.slice(4)));
    });

    it('[D68], [D52] when the owner is exported, then the links are there without their keys', async () => {
      const { member, live, liveId } = await open();
      const { url, id, name } = await make(member.browser, liveId);
      await setRole(world.lectern, live.owner as TestOwner, member, 'owner');
      const { text } = await member.browser.get(`/account/organizations/${live.owner.id}/data/export`);
      const exported = JSON.parse(text).lives.find((one: { id: string }) => one.id === liveId);
      assert.deepEqual(
        exported.remote_links.map((link: { id: string; name: string; made_by: string }) => [
          link.id,
          link.name,
          link.made_by,
        ]),
        [[id, name, member.id]],
      );
      assert.ok(!text.includes(url.split('#')[1]!.slice(4)));
    });
  });
}
