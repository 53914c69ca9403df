import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InstanceConstructor } from '@companion-module/base';
import { validateManifest } from '@companion-module/base/manifest';
import { buildModule } from '../../clients/companion/bin/build-module.ts';
import type { LecternTypes } from '../../clients/companion/src/definitions.ts';
import LecternInstance from '../../clients/companion/src/main.ts';
import { api } from '../support/requests/api.ts';
import { createButton } from '../support/requests/button.ts';
import { createMember } from '../support/requests/members.ts';
import { createPlan } from '../support/requests/plans.ts';
import { createDataDirectory } from '../support/server/database.ts';
import { findFreePort } from '../support/server/free-port.ts';
import { smallEdition } from '../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../support/server/suite-server.ts';
import { type CompanionHost, hostModule } from './companion-host.ts';
import { type ProxyingServer, startProxyingServer } from './proxying-server.ts';

const VERSES = { 16: 'For God so loved', 17: 'not to condemn', 18: 'is not condemned' };
const EDITIONS = [smallEdition('one', { 43: { 3: VERSES } }), smallEdition('two', { 43: { 3: VERSES } })];
const MODULE = LecternInstance as InstanceConstructor<LecternTypes>;

describe('the module for Companion', () => {
  const world = useInProcessServer({
    engine: 'sqlite',
    editions: EDITIONS,
    // The server is at the same address after a restart.
    settings: async () => ({ PORT: `${await findFreePort()}` }),
  });
  let proxy: ProxyingServer;
  let isDown = false;
  /** Polls that are under way, the most at a time, and all. */
  const polls = { now: 0, most: 0, all: 0 };
  before(async () => {
    proxy = await startProxyingServer(world.url, (request, response) => {
      if (isDown) return void response.writeHead(502).end();
      if (!/\/(events|now)(\?|$)/.test(request.url!) || request.method !== 'GET') return;
      polls.all++;
      polls.most = Math.max(polls.most, ++polls.now);
      void once(response, 'close').then(() => polls.now--);
    });
  });
  after(() => proxy.close());

  const open = async () => {
    const live = await world.openLive();
    await live.push('John 3:16-17');
    return live;
  };
  const start = async (config: object, secrets: object): Promise<CompanionHost> => hostModule(MODULE, config, secrets);
  const startByToken = async (live: OwnedLive) => {
    const host = await start(
      { connect: 'token', address: proxy.url, room: `${world.url}/console/${live.liveId}` },
      { token: live.token },
    );
    await host.until('the state', ({ statuses, variables }) => statuses.at(-1)![0] === 'ok' && variables.count !== 0);
    return host;
  };
  const startByLink = async (live: OwnedLive) => {
    const { id: userId } = await createMember(world.lectern, live.owner, 'operator');
    const link = await createButton(world.lectern, { liveId: live.liveId, userId });
    const host = await start({ connect: 'link', link: `${proxy.url}/b/${link.id}/next` }, { key: link.key });
    await host.until('the state', ({ statuses }) => statuses.at(-1)![0] === 'ok');
    return { host, link, userId };
  };
  const sees = (host: CompanionHost, reference: string) =>
    host.until(reference, ({ variables }) => variables.reference === reference);
  const becomes = (host: CompanionHost, status: string) =>
    host.until(status, ({ statuses }) => statuses.at(-1)![0] === status);
  const attachPlan = async (live: OwnedLive) => {
    const entry = (verse: number) => ({ kind: 'passage', title: `Reading ${verse}`, passage: `John 3:${verse}` });
    const { body } = await createPlan(api(world.lectern, live.owner), [
      { kind: 'heading', title: 'Word' },
      entry(16),
      entry(18),
    ]);
    await live.read();
    await live.write('PUT', '/plan', { plan_id: body.id });
  };

  test('with a token: when keys are pressed, then the room changes, and variables and feedbacks follow it', async (t) => {
    const live = await open();
    await attachPlan(live);
    const host = await startByToken(live);
    t.after(() => host.destroy());
    assert.deepEqual(
      host.statuses.map(([status]) => status),
      ['connecting', 'ok'],
    );
    await host.until('viewers', ({ variables }) => variables.viewers === 0);
    assert.deepEqual(
      { ...host.variables, viewers: undefined },
      {
        reference: 'John 3:16',
        text: VERSES[16],
        next: `John 3:17 ${VERSES[17]}`,
        entry: '',
        entry_number: 0,
        index: 1,
        count: 2,
        viewers: undefined,
      },
    );
    assert.deepEqual(
      [host.feedback('on_air'), host.feedback('hidden'), host.feedback('connected')],
      [true, false, true],
    );

    await Promise.all([host.press('next'), host.press('next')]);
    await sees(host, 'John 3:18');
    await host.press('previous');
    await sees(host, 'John 3:17');
    assert.equal(host.feedback('other_reference', { reference: 'john 3:17' }), false);
    assert.equal(host.feedback('other_reference', { reference: 'John 3:16' }), true);
    await host.press('toggle');
    await host.until('hidden', () => host.feedback('hidden') && !host.feedback('on_air'));
    await host.press('show');
    await host.until('shown', () => host.feedback('on_air'));
    await host.press('undo');
    await host.until('hidden again', () => !host.feedback('on_air'));

    await host.press('passage', { q: 'jn 3 16' });
    await sees(host, 'John 3:16');
    await host.press('entry', { number: 2 });
    await sees(host, 'John 3:18');
    await host.until('the entry', ({ variables }) => variables.entry === 'Reading 18' && variables.entry_number === 2);
    assert.deepEqual(
      [1, 2].map((number) => host.feedback('entry_on_air', { number })),
      [false, true],
    );
    await host.press('go');
    await host.press('return');
    await host.press('stage', { message: 'Two minutes', flash: true });
    assert.equal((await live.call('GET', '/stage')).body.message, 'Two minutes');
    const translations = async () => (await live.call('GET', '/now')).body.translations;
    await host.press('translation', { slug: 'two', turn: 'toggle' });
    assert.deepEqual(await translations(), ['one', 'two']);
    await host.press('translation', { slug: 'one', turn: 'off' });
    assert.deepEqual(await translations(), ['two']);
    await assert.rejects(host.press('translation', { slug: 'two', turn: 'off' }), /last translation/);

    await assert.rejects(host.press('entry', { number: 9 }), /no entry 9/);
    await assert.rejects(host.press('passage', { q: 'hello' }), /reference/i);
    await live.read();
    await live.write('PATCH', '/playback', { status: 'stopped' });
    await host.until('stopped', () => host.feedback('stopped'));
    await assert.rejects(host.press('go'), /stopped/i);
  });

  test('[D74] with a button link: when keys are pressed or others operate, then variables and feedbacks follow', async (t) => {
    const live = await open();
    await attachPlan(live);
    const { host, link, userId } = await startByLink(live);
    t.after(() => host.destroy());
    await sees(host, 'John 3:16');
    assert.deepEqual([host.variables.count, host.variables.next, host.variables.viewers], [0, '', undefined]);
    assert.deepEqual(
      ['stage', 'translation'].filter((action) => action in host.actions),
      [],
    );
    assert.ok(!('stopped' in host.feedbacks));

    await host.press('next');
    assert.deepEqual([host.variables.reference, host.variables.index, host.variables.count], ['John 3:17', 2, 2]);
    await host.press('hide');
    assert.deepEqual([host.feedback('on_air'), host.feedback('hidden')], [false, true]);
    await host.press('toggle');
    await host.press('entry', { number: 2 });
    assert.deepEqual([host.variables.entry, host.feedback('entry_on_air', { number: 2 })], ['Reading 18', true]);
    await assert.rejects(host.press('passage', { q: 'hello' }), /cannot be read/);

    await live.read();
    await live.push('John 3:16');
    await sees(host, 'John 3:16');
    assert.deepEqual([host.variables.entry, host.variables.count], ['', 0], 'another operator moved on');

    const { record } = (await world.lectern.installation.lives.find(live.liveId))!;
    const actor = { channel: 'page', userId, credentialId: null, operation: 'endButtonLink', requestId: null } as const;
    await world.lectern.installation.buttonLinks.end(record, link.id, actor);
    await assert.rejects(host.press('next'), /has ended/);
    await becomes(host, 'authentication_failure');
    assert.match(host.statuses.at(-1)![1]!, /Create another link/);
    assert.equal(host.feedback('connected'), false);
    assert.ok(!JSON.stringify([host.statuses, host.variables]).includes(link.key));
  });

  for (const by of ['token', 'link'] as const) {
    test(`for ${by}: when the module rests, then one poll waits; when the server restarts, then it goes on`, async (t) => {
      const live = await open();
      Object.assign(polls, { now: 0, most: 0, all: 0 });
      const host = by === 'token' ? await startByToken(live) : (await startByLink(live)).host;
      t.after(() => host.destroy());
      await sleep(1_500);
      assert.deepEqual([polls.now, polls.most], [1, 1]);
      assert.ok(polls.all <= 3, `${polls.all} polls`);

      isDown = true;
      await world.lectern.restart();
      await becomes(host, 'connection_failure');
      isDown = false;
      await becomes(host, 'ok');
      await live.read();
      await live.push('John 3:18');
      await sees(host, 'John 3:18');
      assert.equal(polls.most, 1);
      await host.press('hide');
      await host.until('hidden', () => host.feedback('hidden'));
      await host.destroy();
      await sleep(100);
      assert.equal(polls.now, 0);
    });
  }

  test('when settings or credentials are wrong, then the status says what to do, and no press is sent', async (t) => {
    const live = await open();
    const host = await start({}, {});
    t.after(() => host.destroy());
    const message = () => host.statuses.at(-1)![1]!;
    await becomes(host, 'bad_config');
    assert.match(message(), /address of the button link/);
    await assert.rejects(host.press('next'), /no valid settings/);

    const byToken = { connect: 'token', address: proxy.url, room: live.liveId };
    for (const [config, secrets, status, text] of [
      [byToken, { token: 'svc_wrong' }, 'authentication_failure', /Create another token/],
      [{ ...byToken, room: 'none' }, { token: live.token }, 'bad_config', /id of the room/],
      [
        { ...byToken, address: 'http://127.0.0.1:1' },
        { token: live.token },
        'connection_failure',
        /ECONNREFUSED|bad port/,
      ],
      [{ link: `${proxy.url}/b/none` }, { key: 'btn_wrong' }, 'authentication_failure', /Create another link/],
    ] as const) {
      await host.configure(config, secrets);
      await becomes(host, status);
      assert.match(message(), text);
      await assert.rejects(host.press('next'));
    }
    const { owner } = live;
    const { token } = await world.lectern.installation.administration.createToken({
      subject: { organization: owner.id },
      scopes: ['live.get'],
    });
    await host.configure(byToken, { token });
    await becomes(host, 'ok');
    await sees(host, 'John 3:16');
    await assert.rejects(host.press('next'), /scope/i);
  });

  test('when the module is built, then Companion finds its manifest in the file, and the bundle runs', async (t) => {
    const folder = createDataDirectory();
    const archive = await buildModule(folder);
    const files = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
    assert.deepEqual(files.toSorted(), [
      'lectern/',
      'lectern/LICENSE',
      'lectern/THIRD-PARTY-NOTICES.txt',
      'lectern/companion/',
      'lectern/companion/HELP.md',
      'lectern/companion/manifest.json',
      'lectern/main.js',
      'lectern/package.json',
    ]);
    assert.equal(files[0], 'lectern/', 'Companion takes the first entry for the folder');
    const manifest = JSON.parse(readFileSync(join(folder, 'lectern/companion/manifest.json'), 'utf8'));
    validateManifest(manifest, false);
    const base = await import('@companion-module/base/package.json', { with: { type: 'json' } });
    assert.deepEqual([manifest.runtime.apiVersion, manifest.version], [base.default.version, '0.1.0']);
    const { default: Built, UpgradeScripts } = await import(
      join(folder, 'lectern/companion', manifest.runtime.entrypoint)
    );
    assert.ok(Array.isArray(UpgradeScripts));
    const host = await hostModule(Built, {}, {});
    t.after(() => host.destroy());
    await becomes(host, 'bad_config');
  });
});
