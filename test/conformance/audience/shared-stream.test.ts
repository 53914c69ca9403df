import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

for (const engine of PAGE_ENGINES) {
  describe(`[D44] POST /l/streams on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine });
    let liveId: string;
    before(async () => {
      const { token, livesPath } = await createTestOrganization(lectern);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`${lectern.url}${livesPath}`, { method: 'POST', headers, body: '{}' });
      liveId = ((await response.json()) as { id: string }).id;
    });

    const post = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      fetch(`${lectern.url}/l/streams`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        signal: signal ?? null,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const subscriptions = (...ids: string[]) => ({ subscriptions: ids.map((id) => ({ live_id: id })) });

    it('when other sites, other media types or bodies out of bounds are sent, then they are refused, in this order', async () => {
      const whole = subscriptions(liveId);
      for (const [status, body, headers] of [
        [403, '', { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
        [403, whole, { origin: 'https://elsewhere.example' }],
        [415, whole, { 'content-type': 'text/plain' }],
        [413, JSON.stringify({ ...whole, x: 'x'.repeat(9_000) }), {}],
        [400, '{', {}],
        [422, {}, {}],
        [422, subscriptions(), {}],
        [422, subscriptions(...Array<string>(21).fill(liveId)), {}],
        [422, { ...whole, more: 1 }, {}],
        [422, { ...whole, last_event_ids: [null, null] }, {}],
        [404, subscriptions('unknown'), {}],
      ] as const) {
        const response = await post(body, headers);
        assert.equal(response.status, status, JSON.stringify([body, headers]).slice(0, 200));
        assert.match(response.headers.get('content-type')!, /^application\/problem\+json/);
      }
    });

    it('when events are sent, then each names its subscription; when one subscription is refused, then only that one is', async () => {
      const end = new AbortController();
      const response = await post(subscriptions(liveId, 'unknown', liveId), { origin: lectern.url }, end.signal);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
      let text = '';
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        if (text.match(/event: state/g)?.length === 2) break;
      }
      end.abort();
      const names = [...text.matchAll(/event: (\w+)\ndata: (.*)/g)].map(([, name, data]) =>
        name === 'state' ? name : `${name} ${data}`,
      );
      assert.deepEqual(names, [
        'subscription 0',
        'state',
        'subscription 1',
        'refused {"code":"not_found"}',
        'subscription 2',
        'state',
      ]);
    });
  });
}
