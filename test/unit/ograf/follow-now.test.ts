import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { followNow, retryDelay, STALE_MS } from '../../../clients/ograf/src/follow-now.ts';
import { NO_DATA, readData, readNow, toStep } from '../../../clients/ograf/src/graphic-data.ts';

const KEY = `btn_${'k'.repeat(43)}`;
const NOW = `https://lectern.example.org/church/b/0199/${KEY}/now`;
const nowOf = (text: string, cursor: string, more = {}) =>
  Response.json({ showing: text !== '', type: 'scripture', reference: '', text, attribution: '', cursor, ...more });

describe('the data of the OGraf graphic', () => {
  it('[D74] when an address is read, then it is that of a link with its key, in any of its formats, without the rest', () => {
    for (const address of [NOW, `${NOW}.json`, `${NOW}.xml?wait=3#x`, ` ${NOW.replace('/now', '')} `])
      assert.equal((readData({ address }, NO_DATA) as typeof NO_DATA).address?.href, NOW, address);
    for (const address of [7, 'x', 'javascript:alert(1)', 'https://a/b/1/now', `ftp://a/b/1/${KEY}/now`, `${NOW}/more`])
      assert.match(String(readData({ address }, NO_DATA)), /address must be/, `${address}`);
    assert.equal(typeof readData({ address: `https://a/${'x'.repeat(2_000)}/b/1/${KEY}` }, NO_DATA), 'string');
  });

  it('when an update gives a part of the data, then the rest stays', () => {
    const before = readData({ address: NOW }, NO_DATA) as typeof NO_DATA;
    assert.deepEqual(readData({ view: 'full-page' }, before), { ...before, view: 'full-page' });
    assert.deepEqual(readData(undefined, before), before);
    assert.equal((readData({ address: '' }, before) as typeof NO_DATA).address, null);
    for (const data of [{ view: 'ticker' }, 'text']) assert.equal(typeof readData(data, before), 'string');
  });

  it('when a response is not one of a button link, then nothing is read from it', () => {
    for (const content of [null, 1, [], {}, { showing: true, cursor: 'c' }]) assert.equal(readNow(content), null);
  });

  it('when a step is played, then it is the one of the specification’s table', () => {
    assert.equal(toStep(undefined, {}), 0);
    assert.equal(toStep(undefined, { goto: 0 }), 0);
    assert.equal(toStep(0, { goto: 0, delta: 1 }), 0);
    assert.equal(toStep(0, { delta: 1 }), undefined);
  });
});

describe('the reads of the OGraf graphic', () => {
  let requests: URL[];
  let pending: ((response: Response | Error) => void)[];
  let end: AbortController;
  let shown: (string | null)[];
  beforeEach(() => {
    [requests, pending, shown, end] = [[], [], [], new AbortController()];
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(globalThis, 'fetch', (address: string) => {
      requests.push(new URL(address));
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      pending.push((response) => (response instanceof Error ? reject(response) : resolve(response)));
      return promise;
    });
    void followNow(new URL(NOW), (now) => shown.push(now?.text ?? null), end.signal);
  });
  afterEach(() => {
    end.abort();
    mock.reset();
    mock.timers.reset();
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  const respond = async (response: Response | Error) => {
    pending.at(-1)!(response);
    await settle();
  };
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    await settle();
  };

  it('[D74] when responses come, then each is shown, and the next read waits for another', async () => {
    await respond(nowOf('one', 'c1'));
    await respond(nowOf('', 'c2'));
    assert.deepEqual(shown, ['one', null]);
    assert.deepEqual(
      requests.map(({ search }) => search),
      ['', '?after=c1&wait=25', '?after=c2&wait=25'],
    );
  });

  it('when the same response comes at once, then the next read comes a second later', async () => {
    await respond(nowOf('one', 'c1'));
    await respond(nowOf('one', 'c1'));
    assert.equal(requests.length, 2);
    await pass(1_000);
    assert.equal(requests.length, 3);
  });

  it('when the server is away, then the text goes after a minute, reads come less and less often, and the first response shows it again', async () => {
    await respond(nowOf('one', 'c1'));
    await respond(new TypeError('away'));
    await pass(1_000);
    await respond(nowOf('', '', { showing: 'x' }));
    assert.equal(requests.length, 3);
    await pass(2_000);
    assert.deepEqual(shown, ['one']);
    // This read gets no response.
    await pass(STALE_MS - 3_000);
    assert.deepEqual(shown, ['one', null]);
    assert.equal(requests.length, 4);
    await respond(nowOf('one', 'c1'));
    assert.equal(requests[3]!.search, '');
    assert.deepEqual(shown, ['one', null, 'one']);
  });

  it('[D74] when the link has ended, then nothing is shown at once, and a wrong key is tried once a minute', async () => {
    await respond(nowOf('one', 'c1'));
    await respond(new Response('', { status: 404 }));
    assert.deepEqual(shown, ['one', null]);
    await pass(59_000);
    assert.equal(requests.length, 2);
    await pass(1_000);
    assert.equal(requests.length, 3);
  });

  it('when a response is longer than any of a link, then it counts as none', async () => {
    await respond(nowOf('x'.repeat(70_000), 'c1'));
    assert.deepEqual(shown, []);
  });

  it('when it is ended, then it reads no more', async () => {
    await respond(nowOf('one', 'c1'));
    end.abort();
    await respond(nowOf('two', 'c2'));
    assert.deepEqual(shown, ['one']);
    assert.equal(requests.length, 2);
  });

  it('when reads fail, then waits double up to half a minute, with a random part', () => {
    assert.deepEqual(
      [1, 2, 3, 6, 40].map((failures) => retryDelay(503, failures, 1)),
      [1_000, 2_000, 4_000, 30_000, 30_000],
    );
    assert.equal(retryDelay(null, 1, 0), 500);
    assert.equal(retryDelay(429, 1, 0), 60_000);
  });
});
