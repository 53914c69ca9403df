import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { REMOTE_HEARTBEAT_SECONDS } from '../../../src/contract/limits.ts';
import type { RemoteState } from '../../../src/contract/remote.ts';
import { importWeb } from '../../support/browser/import-web.ts';

interface Remote {
  step(by: 1 | -1): unknown;
  hide(): unknown;
}
interface RemoteModel {
  readonly state: RemoteState;
  readonly lost: number | null;
  readonly notice: string | null;
  readonly ended: string | null;
}
const { startRemote } = await importWeb<{
  startRemote(path: string, state: RemoteState, draw: (model: RemoteModel) => void): Remote;
}>('remote/remote.ts');
const { bindKeys } = await importWeb<{ bindKeys(remote: Remote): void }>('remote/bind-keys.ts');

const text = (title: string) => ({ title, text: title, language: 'en' });
const state = (sequence: number, more: Partial<RemoteState> = {}) =>
  ({
    sequence,
    showing: true,
    current: text('now'),
    previous: text('before'),
    next: text('after'),
    ...more,
  }) as RemoteState;

/** Streams of the page, the newest last. */
let sources: EventTarget[];
/** Listeners of the window. */
let window: EventTarget;
let reloads: number;

const send = (type: string, data: unknown = {}) =>
  sources.at(-1)!.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
const settle = () => new Promise(setImmediate);
/** The server responds to requests with this; null loses them. Returns the paths and bodies of the requests. */
function respondWith(status: number | null, body: object = {}) {
  const fetched = mock.method(globalThis, 'fetch', async () => {
    if (status === null) throw new TypeError('lost');
    return Response.json(body, { status });
  });
  return () =>
    fetched.mock.calls.map(({ arguments: [path, init] }) =>
      `${path} ${(init as RequestInit | undefined)?.body ?? ''}`.trim(),
    );
}
function start(first = state(1)) {
  let model!: RemoteModel;
  const remote = startRemote('/r/a', first, (next) => {
    model = next;
  });
  return { ...remote, model: () => model };
}

describe('[D68] the remote', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    sources = [];
    window = new EventTarget();
    reloads = 0;
    class Source extends EventTarget {
      constructor() {
        super();
        sources.push(this);
      }
      close(): void {}
    }
    const globals = {
      EventSource: Source,
      HTMLButtonElement: class {},
      document: new EventTarget(),
      addEventListener: window.addEventListener.bind(window),
      location: { reload: () => reloads++ },
    };
    for (const [name, value] of Object.entries(globals)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
    for (const name of ['EventSource', 'HTMLButtonElement', 'document', 'addEventListener', 'location']) {
      Reflect.deleteProperty(globalThis, name);
    }
  });

  it('when another operator was faster, the outcome is unknown or the server is busy, then it says so and does not retry', async () => {
    for (const [status, notice] of [
      [412, 'overtaken'],
      [429, 'tooFast'],
      [500, 'unknown'],
      [null, 'unknown'],
      [422, 'refused'],
    ] as const) {
      const remote = start();
      send('state', state(1));
      const requests = respondWith(status);
      remote.step(-1);
      remote.hide();
      await settle();
      assert.deepEqual([remote.model().notice, requests()], [notice, ['/r/a/step {"by":-1,"sequence":1}']]);
      mock.restoreAll();
    }
  });

  it('when the link is over, then the page is loaded again; when it is open on too many devices, then it says so', async () => {
    const remote = start();
    send('state', state(1));
    respondWith(403);
    remote.step(1);
    await settle();
    assert.equal(reloads, 1);
    send('ended', 'replaced');
    assert.equal(remote.model().ended, 'replaced');
  });

  it('when it has no connection, then actions are refused and not queued, and what changed meanwhile is said', async () => {
    const remote = start();
    const requests = respondWith(200);
    remote.step(1);
    assert.deepEqual([remote.model().notice, remote.model().lost], ['notSent', 0], 'before the first state');
    send('state', state(1));
    assert.equal(remote.model().lost, null);
    window.dispatchEvent(new Event('offline'));
    mock.timers.tick(3_000);
    assert.equal(remote.model().lost, 3);
    remote.hide();
    window.dispatchEvent(new Event('online'));
    await settle();
    send('state', state(2));
    assert.deepEqual([remote.model().notice, remote.model().state.sequence], ['meanwhile', 2]);
    assert.ok(
      requests().every((request) => request === '/r/a'),
      'the page, not an action',
    );
  });

  it('when the stream is silent, then it counts as lost; a late response has no older state', async () => {
    const remote = start();
    send('state', state(3));
    mock.timers.tick(REMOTE_HEARTBEAT_SECONDS * 1_000);
    send('beat');
    mock.timers.tick(REMOTE_HEARTBEAT_SECONDS * 1_000);
    assert.equal(remote.model().lost, null);
    respondWith(200, state(2));
    remote.step(1);
    await settle();
    assert.equal(remote.model().state.sequence, 3);
    mock.timers.tick(REMOTE_HEARTBEAT_SECONDS * 1_000);
    assert.notEqual(remote.model().lost, null);
  });

  it('when it is at an end, or the Live is stopped, then it says so and sends nothing', () => {
    const remote = start();
    const requests = respondWith(200);
    send('state', state(1, { previous: null, next: null, stopped: true }));
    const notices = [() => remote.step(1), () => remote.step(-1), () => remote.hide()].map((act) => {
      act();
      return remote.model().notice;
    });
    assert.deepEqual([notices, requests()], [['last', 'first', 'stopped'], []]);
  });

  it('when keys are pressed, then each acts once per press, and not with Ctrl', () => {
    const acts: string[] = [];
    bindKeys({ step: (by) => acts.push(`${by}`), hide: () => acts.push('hide') });
    const press = (key: string, more: object = {}) =>
      window.dispatchEvent(Object.assign(new Event('keydown'), { key, ...more }));
    for (const key of ['ArrowRight', 'PageDown', ' ', 'ArrowLeft', 'PageUp', '.', 'x']) press(key);
    press('ArrowRight', { ctrlKey: true });
    press('ArrowRight', { repeat: true });
    assert.deepEqual(acts, ['1', '1', '1', '-1', '-1', 'hide']);
  });
});
