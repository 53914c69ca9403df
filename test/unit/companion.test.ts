import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { InstanceStatus } from '@companion-module/base';
import { validateManifest } from '@companion-module/base/manifest';
import fc from 'fast-check';
import { type KeyCommand, readCommand, toButtonPath, toRestWrite } from '../../clients/companion/src/commands.ts';
import { createCommandQueue, keepFollowing } from '../../clients/companion/src/connection.ts';
import { isRefusal, toStatus } from '../../clients/companion/src/connection-status.ts';
import { definePresets } from '../../clients/companion/src/presets.ts';
import {
  afterRead,
  fromCommand,
  fromNow,
  showsOther,
  toVariables,
  UNKNOWN_ROOM,
} from '../../clients/companion/src/room-state.ts';
import { readRoomSettings, SettingsProblem } from '../../clients/companion/src/settings.ts';
import { LecternProblem, type LiveNow } from '../../clients/typescript/src/index.ts';

const ENTRIES = [
  { id: 'h', kind: 'heading', title: 'Word' },
  { id: 'a', kind: 'passage', title: 'Reading' },
  { id: 'b', kind: 'deck', title: 'Song' },
];
const NOW = {
  status: 'running',
  mode: 'reader',
  paused: false,
  showing: true,
  translations: ['kjv'],
  queue: { page: 1, pages: 3 },
  focus: { reference: 'John 3:17', texts: [{ text: 'For God sent not' }] },
  next: { reference: 'John 3:18', text: 'He that believeth' },
  slide: null,
  stage: { message: null, countdown_to: '2026-03-01T11:00:00.000Z' },
  plan: { plan_id: 'p', entry_id: 'b', index: 2, state: 'on_air' },
} as unknown as LiveNow;

const problemOf = (status: number, code: string | null = 'code') => new LecternProblem(status, { code }, new Headers());

describe('the decisions of the module for Companion', () => {
  test('when settings are read, then the room and the link are found in what people copy, and a key never in an address', () => {
    const token = { connect: 'token', address: 'https://host/', room: 'https://host/console/abc?obs=4455' };
    const byToken = { by: 'token', baseUrl: 'https://host', liveId: 'abc', token: 'svc_x' };
    assert.deepEqual(readRoomSettings(token, { token: ' svc_x ' }), byToken);
    assert.deepEqual(readRoomSettings({ ...token, room: 'abc' }, { token: 'svc_x' }), byToken);
    const byLink = { by: 'link', linkUrl: 'https://host/sub/b/abc', key: 'btn_x' };
    for (const path of ['', '/', '/next', '/now.json']) {
      assert.deepEqual(readRoomSettings({ link: `https://host/sub/b/abc${path}` }, { key: 'btn_x' }), byLink);
    }
    for (const [config, secrets, message] of [
      [{}, undefined, /address of the button link/],
      [{ link: 'https://host/o/abc' }, { key: 'btn_x' }, /address of the button link/],
      [{ link: 'ftp://host/b/abc' }, { key: 'btn_x' }, /address of the button link/],
      [{ link: 'https://host/b/abc/btn_x/next' }, { key: 'btn_x' }, /Move the key/],
      [{ link: 'https://host/b/abc' }, { key: 'svc_x' }, /begins with btn_/],
      [{ ...token, address: 'host' }, { token: 'svc_x' }, /address of the server/],
      [{ ...token, room: '' }, { token: 'svc_x' }, /id of the room/],
      [token, { token: 'svc x' }, /service token/],
    ] as const) {
      assert.throws(
        () => readRoomSettings(config, secrets),
        (error) => error instanceof SettingsProblem && message.test(error.message),
      );
    }
    const anything = fc.record({
      connect: fc.anything(),
      address: fc.anything(),
      room: fc.anything(),
      link: fc.string(),
    });
    fc.assert(
      fc.property(anything, fc.dictionary(fc.string(), fc.anything()), (config, secrets) => {
        assert.throws(() => readRoomSettings(config as object, secrets), SettingsProblem);
      }),
    );
  });

  test('when options are read, then each has its bounds', () => {
    assert.deepEqual(readCommand('passage', { q: ' John 3:16 ' }), { action: 'passage', q: 'John 3:16' });
    assert.deepEqual(readCommand('entry', { number: '3' }), { action: 'entry', number: 3 });
    assert.deepEqual(readCommand('stage', { message: '' }), { action: 'stage', message: '', flash: false });
    for (const [action, options] of [
      ['passage', { q: ' ' }],
      ['passage', { q: 'x'.repeat(201) }],
      ['passage', {}],
      ['entry', { number: 0 }],
      ['entry', { number: 1.5 }],
      ['entry', { number: 201 }],
      ['entry', {}],
      ['stage', { message: 'x'.repeat(501) }],
      ['translation', { slug: '../kjv' }],
    ] as const) {
      assert.throws(
        () => readCommand(action, options),
        { name: 'CommandProblem' },
        `${action} ${JSON.stringify(options)}`,
      );
    }
  });

  test('[D74] when a command is sent, then its request is that of the way of connecting', () => {
    const write = (command: KeyCommand, now: Partial<LiveNow> = {}) => {
      const request = toRestWrite(command, { ...NOW, ...now } as LiveNow, ENTRIES);
      return request && [request.method, request.path.replace('/v1/lives/{live_id}/', ''), request.body];
    };
    const passage: KeyCommand = { action: 'passage', q: 'John 3:16' };
    const translation = (slug: string, turn: 'on' | 'off' | 'toggle'): KeyCommand => ({
      action: 'translation',
      slug,
      turn,
    });
    for (const [command, now, request, path] of [
      [{ action: 'next' }, {}, ['POST', 'step', { by: 1, beyond: true }], 'next'],
      [{ action: 'previous' }, {}, ['POST', 'step', { by: -1, beyond: true }], 'previous'],
      [{ action: 'toggle' }, {}, ['PATCH', 'playback', { paused: true }], 'toggle'],
      [{ action: 'toggle' }, { showing: false }, ['PATCH', 'playback', { paused: false }], 'toggle'],
      [{ action: 'hide' }, { showing: false }, ['PATCH', 'playback', { paused: true }], 'hide'],
      [passage, {}, ['POST', 'passages', { passage: 'John 3:16', replace: true }], 'passage?q=John%203%3A16'],
      [passage, { mode: 'presentation' }, ['POST', 'interrupt', { passage: 'John 3:16' }], 'passage?q=John%203%3A16'],
      [{ action: 'entry', number: 2 }, {}, ['POST', 'plan/go', { entry_id: 'b' }], 'entry/2'],
      [{ action: 'go' }, {}, ['POST', 'plan/go', { by: 1 }], 'go'],
    ] as const) {
      assert.deepEqual([write(command, now), toButtonPath(command)], [request, path]);
    }
    const countdown_to = '2026-03-01T11:00:00.000Z';
    assert.deepEqual(write({ action: 'stage', message: '', flash: true }), [
      'PUT',
      'stage',
      { message: null, countdown_to, flash: true },
    ]);
    assert.deepEqual(write(translation('two', 'toggle')), ['POST', 'translations', { translations: ['kjv', 'two'] }]);
    assert.deepEqual(write(translation('KJV', 'on')), null);
    assert.deepEqual(write(translation('two', 'off')), null);
    assert.throws(() => write(translation('kjv', 'off')), /last translation/);
    assert.throws(() => write(translation('five', 'on'), { translations: ['a', 'b', 'c', 'd'] }), /at most 4/);
    assert.throws(() => write({ action: 'entry', number: 3 }), /no entry 3/);
    assert.throws(() => write({ action: 'entry', number: 1 }, { plan: null }), /no plan/);
    for (const action of ['stage', 'translation'] as const) {
      assert.throws(() => toButtonPath(readCommand(action, { slug: 'kjv', message: '' })), /need a service token/);
    }
  });

  test('when a room is followed with a token, then variables say what it has, also while it is hidden', () => {
    const shown = fromNow(NOW, ENTRIES);
    assert.deepEqual(toVariables(shown), {
      reference: 'John 3:17',
      text: 'For God sent not',
      next: 'John 3:18 He that believeth',
      entry: 'Song',
      entry_number: 2,
      index: 2,
      count: 3,
    });
    assert.deepEqual([shown.showing, shown.hidden, shown.stopped, shown.entry?.onAir], [true, false, false, true]);
    const hidden = fromNow({ ...NOW, showing: false, paused: true } as LiveNow, ENTRIES);
    assert.deepEqual([hidden.hidden, hidden.reference, hidden.entry?.onAir], [true, 'John 3:17', false]);
    const slide = { title: null, text: 'Hello', next_title: 'Second', index: 0, count: 2 };
    const presented = fromNow({ ...NOW, slide, plan: null } as LiveNow, []);
    assert.deepEqual(toVariables(presented), {
      ...{ reference: '', text: 'Hello', next: 'Second', entry: '', entry_number: 0, index: 1, count: 2 },
    });
    assert.deepEqual(
      [showsOther(shown, 'john 3:17'), showsOther(shown, 'John 3:1'), showsOther(hidden, 'x')],
      [false, true, false],
    );
  });

  test('[D74] when a button link reads, then the details of the last press remain while the content is the same', () => {
    const pressed = fromCommand({
      ...{ showing: true, type: 'scripture', reference: 'John 3:17', text: 'For God', next: 'x', index: 2, count: 3 },
      entry: { index: 1, title: 'Reading' },
    });
    const read = { showing: true, reference: 'John 3:17', text: 'For God', cursor: 'c' };
    assert.deepEqual(afterRead(pressed, read), pressed);
    const moved = afterRead(pressed, { ...read, text: 'part two' });
    assert.deepEqual(moved, { ...UNKNOWN_ROOM, showing: true, reference: 'John 3:17', text: 'part two' });
    const nothing = { showing: false, reference: '', text: '', cursor: 'd' };
    assert.deepEqual(afterRead(pressed, nothing), { ...UNKNOWN_ROOM, hidden: true }, 'another operator hid it');
    const hidden = { ...pressed, showing: false, hidden: true };
    assert.deepEqual(afterRead(hidden, nothing), hidden, 'a press of this connection hid it');
  });

  test('when a connection fails, then the status says what to do', () => {
    const statusOf = (error: unknown, by: 'token' | 'link' = 'token') => toStatus(error, by).status;
    assert.deepEqual(
      [401, 403, 404, 409, 429, 503].map((status) => [statusOf(problemOf(status)), isRefusal(problemOf(status))]),
      [
        [InstanceStatus.AuthenticationFailure, true],
        [InstanceStatus.InsufficientPermissions, true],
        [InstanceStatus.BadConfig, true],
        [InstanceStatus.ConnectionFailure, true],
        [InstanceStatus.ConnectionFailure, false],
        [InstanceStatus.ConnectionFailure, false],
      ],
    );
    assert.equal(statusOf(problemOf(404), 'link'), InstanceStatus.AuthenticationFailure);
    assert.equal(statusOf(problemOf(404, null), 'link'), InstanceStatus.BadConfig, 'another server is at the address');
    const broken = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) });
    assert.match(toStatus(broken, 'link').message!, /cannot be reached \(ENOTFOUND\)/);
  });

  test('when a server refuses or breaks off each time, then it is asked no more than with growing pauses', async (t) => {
    t.mock.method(Math, 'random', () => 1);
    for (const [error, most] of [
      [problemOf(404), 1],
      [new TypeError('fetch failed'), 2],
    ] as const) {
      const end = new AbortController();
      let asked = 0;
      const following = keepFollowing('link', end.signal, { status: () => {} }, async () => {
        asked++;
        throw error;
      });
      await sleep(700);
      end.abort();
      await following;
      assert.equal(asked, most);
    }
  });

  test('when keys are pressed faster than the server responds, then commands keep their order, and too many are refused', async () => {
    const done: number[] = [];
    const run = createCommandQueue(async (command) => {
      await sleep(1);
      if (command.action === 'hide') throw new TypeError('fetch failed');
      if (command.action === 'entry') done.push(command.number);
    });
    const presses = Array.from({ length: 60 }, (_, number) => run({ action: 'entry', number }));
    const results = await Promise.allSettled([run({ action: 'hide' }), ...presses]);
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 11);
    assert.deepEqual(done, [...Array(50).keys()]);
    await assert.rejects(run({ action: 'hide' }), /cannot be reached .* may have been carried out/);
    await run({ action: 'entry', number: 99 });
    assert.equal(done.at(-1), 99);
  });

  test('when presets are defined, then each action has one with a picture of a key, and sections name all of them', () => {
    for (const by of ['token', 'link'] as const) {
      const { sections, presets } = definePresets(by, 'Chapel');
      assert.deepEqual(
        sections.flatMap(({ definitions }) => definitions as string[]),
        Object.keys(presets),
      );
      const steps = Object.values(presets).flatMap((preset) => preset!.steps.flatMap(({ down }) => down));
      const actions = new Set(steps.map(({ actionId }) => actionId));
      assert.deepEqual([actions.size, actions.has('stage')], by === 'token' ? [12, true] : [10, false]);
      for (const preset of Object.values(presets)) {
        if (preset!.style.png64 === undefined) continue;
        const png = Buffer.from(preset!.style.png64, 'base64');
        assert.deepEqual([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], ['PNG', 72, 72]);
      }
    }
  });

  test('when the manifest is checked as Companion does, then it is valid', () => {
    const file = join(import.meta.dirname, '../../clients/companion/companion/manifest.json');
    validateManifest(JSON.parse(readFileSync(file, 'utf8')), false);
  });
});
