import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { backoffMs } from '../../../web/viewer/stream/backoff.ts';
import { connectStream, type StreamSource } from '../../../web/viewer/stream/connection.ts';

const CONNECTING = 0;
const CLOSED = 2;

class ScriptedSource implements StreamSource {
  readyState = CONNECTING;
  closed = false;
  #listeners = new Map<string, (event: { data?: unknown }) => void>();
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void {
    this.#listeners.set(type, listener);
  }
  close(): void {
    this.closed = true;
  }
  say(type: string, data?: unknown): void {
    this.#listeners.get(type)!({ data });
  }
}

function connect(again = true) {
  const sources: ScriptedSource[] = [];
  const seen: string[] = [];
  const stream = connectStream(
    () => {
      const source = new ScriptedSource();
      sources.push(source);
      return source;
    },
    {
      state: (data) => void seen.push(`state ${data}`),
      change: (data) => seen.push(`change ${data}`) > 0 && data !== 'unfit',
      gone: () => void seen.push('gone'),
      outage: (is) => void seen.push(`outage ${is}`),
      refused: async () => again,
    },
  );
  return { sources, seen, stream, latest: () => sources.at(-1)! };
}

/** Lets promise callbacks run. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

describe('the stream of a viewer, by a clock of its own', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  test('[D44] when attempts fail, then waits between them grow from half a second to ten, spread so that clients do not return in step', () => {
    assert.equal(backoffMs(0, 0), 250);
    assert.equal(backoffMs(0, 0.5), 500);
    assert.equal(backoffMs(3, 0.5), 4000);
    assert.equal(backoffMs(40, 0.99), 10_000);
  });

  test('[D44] when there is an outage, then it shows after four seconds, not before, and ends with the first sign of life', () => {
    const { seen, latest } = connect();
    latest().say('state', 's');
    latest().say('error');
    mock.timers.tick(3_900);
    assert.deepEqual(seen, ['state s']);
    mock.timers.tick(200);
    latest().say('beat');
    assert.deepEqual(seen, ['state s', 'outage true', 'outage false']);
  });

  test('[D44] when the browser reconnects by itself, then no second stream is opened', () => {
    const { sources, latest } = connect();
    latest().say('error');
    mock.timers.tick(30_000);
    assert.equal(sources.length, 1);
  });

  test('[D44] when a stream is refused, then it is tried again', async () => {
    const { sources, latest } = connect();
    latest().readyState = CLOSED;
    latest().say('error');
    await settle();
    mock.timers.tick(1_000);
    assert.equal(sources.length, 2);
  });

  test('[D44] when a change does not fit, then a new stream is opened, and the old one is ignored', () => {
    const { sources, seen, latest } = connect();
    latest().say('state', 's');
    latest().say('change', 'unfit');
    assert.ok(sources[0]!.closed);
    mock.timers.tick(1_000);
    assert.equal(sources.length, 2);
    sources[0]!.say('state', 'late');
    assert.deepEqual(seen, ['state s', 'change unfit']);
  });

  test('[D44] when there are forty seconds of silence, then a new stream is opened', () => {
    const { sources, latest } = connect();
    latest().say('state', 's');
    for (let beat = 0; beat < 4; beat++) {
      mock.timers.tick(15_000);
      latest().say('beat');
    }
    assert.equal(sources.length, 1);
    mock.timers.tick(40_000);
    mock.timers.tick(1);
    assert.equal(sources.length, 2);
  });

  test('[D44] when a long event comes in parts, then each part is a sign of life; an event that was cut off counts for nothing', () => {
    const { sources, seen, latest } = connect();
    for (const part of ['{"a":', '"b', '"']) {
      latest().say('part', part);
      mock.timers.tick(35_000);
    }
    latest().say('state', '}');
    latest().say('part', '{"c"');
    latest().say('change', ':1}');
    assert.equal(sources.length, 1);
    assert.deepEqual(seen, ['state {"a":"b"}', 'change {"c":1}']);
    latest().say('part', 'lost');
    latest().say('open');
    latest().say('state', 's');
    latest().say('part', 'lost');
    mock.timers.tick(40_001);
    latest().say('state', 't');
    assert.deepEqual([sources.length, seen.slice(2)], [2, ['state s', 'state t']]);
  });

  test('[D20] when the page has to ask again, then it does so at once, and is not let in', async () => {
    const { sources, seen, latest } = connect(false);
    latest().say('state', 's');
    latest().say('closed');
    assert.ok(sources[0]!.closed);
    mock.timers.tick(1);
    assert.equal(sources.length, 2);
    latest().readyState = CLOSED;
    latest().say('error');
    await settle();
    mock.timers.tick(120_000);
    assert.equal(sources.length, 2);
    assert.deepEqual(seen, ['state s']);
  });

  test('[D12] when a Live is deleted, then the stream ends for good', () => {
    const { sources, seen, latest, stream } = connect();
    latest().say('gone');
    mock.timers.tick(120_000);
    stream.wake();
    mock.timers.tick(1_000);
    assert.equal(sources.length, 1);
    assert.ok(sources[0]!.closed);
    assert.deepEqual(seen, ['gone']);
  });

  test('[D44] when a page comes back, then it does not trust a stream that was silent in the meantime', () => {
    const { sources, stream, latest } = connect();
    latest().say('state', 's');
    mock.timers.tick(10_000);
    stream.wake();
    mock.timers.tick(1);
    assert.equal(sources.length, 1);
    mock.timers.tick(15_000);
    stream.wake();
    mock.timers.tick(1);
    assert.equal(sources.length, 2);
  });

  test('[D44] when a page is put away, then it holds no stream, and it opens one when it returns', () => {
    const { sources, stream, latest } = connect();
    latest().say('state', 's');
    stream.sleep();
    assert.ok(sources[0]!.closed);
    mock.timers.tick(120_000);
    assert.equal(sources.length, 1);
    stream.wake();
    mock.timers.tick(1);
    assert.equal(sources.length, 2);
  });
});
