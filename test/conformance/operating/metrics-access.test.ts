import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendRequest } from '../../support/requests/api.ts';
import type { TestLectern } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const TOKEN = 'a-token-of-prometheus';

async function statusOf({ url }: TestLectern, headers: Record<string, string> = {}, path = '/metrics') {
  return (await sendRequest(url, 'GET', path, undefined, headers)).status;
}

describe('[D46] who may read the metrics', () => {
  const { lectern: plain } = useInProcessServer();
  const { lectern: proxied } = useInProcessServer({
    settings: { LECTERN_TRUSTED_PROXIES: '127.0.0.1', LECTERN_METRICS_NETWORKS: '10.1.0.0/16, 2001:db8::/32' },
  });
  const { lectern: closed } = useInProcessServer({
    settings: { LECTERN_METRICS_NETWORKS: '192.0.2.1', LECTERN_METRICS_TOKEN: TOKEN },
  });

  it('when the machine itself asks, then it may read them, unless its request was forwarded by a proxy that is not trusted', async () => {
    assert.equal(await statusOf(plain), 200);
    for (const name of [
      'X-Forwarded-For',
      'X-Forwarded-Server',
      'Forwarded',
      'X-Real-IP',
      'Via',
      'CF-Connecting-IP',
      'CF-Ray',
      'True-Client-IP',
      'Fastly-Client-IP',
      'Fly-Client-IP',
      'Client-IP',
      'X-Client-IP',
      'X-Cluster-Client-IP',
      'X-Envoy-External-Address',
      'X-Original-Forwarded-For',
    ]) {
      assert.equal(await statusOf(plain, { [name]: '127.0.0.1' }), 404, name);
    }
    assert.equal(await statusOf(plain, { 'X-Prometheus-Scrape-Timeout-Seconds': '10' }), 200);
  });

  it('when a trusted proxy says that a client is in the networks, then the client may read them', async () => {
    assert.equal(await statusOf(proxied, { 'X-Forwarded-For': '10.1.2.3' }), 200);
    assert.equal(await statusOf(proxied, { 'X-Forwarded-For': '2001:db8::7' }), 200);
    assert.equal(await statusOf(proxied, { 'X-Forwarded-For': '10.1.2.3, 203.0.113.9' }), 404);
    assert.equal(await statusOf(proxied, { 'X-Forwarded-For': '203.0.113.9' }), 404);
    assert.equal(await statusOf(proxied, { Forwarded: 'for=10.1.2.3' }), 404);
    assert.equal(await statusOf(proxied), 404);
  });

  it('when a client has the token, then the client may read them', async () => {
    assert.equal(await statusOf(closed), 404);
    assert.equal(await statusOf(closed, { Authorization: `Bearer ${TOKEN}` }), 200);
    for (const wrong of [`${TOKEN}x`, TOKEN.slice(1), '']) {
      assert.equal(await statusOf(closed, { Authorization: `Bearer ${wrong}` }), 404);
    }
    assert.equal(await statusOf(plain, { Authorization: `Bearer ${TOKEN}`, Via: '1.1 x' }), 404);
  });
});

describe('[D10] what stands beside REST has a budget too', () => {
  const { lectern } = useInProcessServer({ settings: { LECTERN_BUDGET_DOCUMENTS: '3', LECTERN_BUDGET_AUDIENCE: '3' } });

  it('when documents or missing addresses are requested, then they share one budget; health has its own; files count for the audience', async () => {
    for (const path of ['/docs', '/problems', '/nowhere']) assert.notEqual(await statusOf(lectern, {}, path), 429);
    for (const path of ['/', '/docs', '/docs/api', '/docs/nowhere', '/problems/x', '/nowhere']) {
      assert.equal(await statusOf(lectern, {}, path), 429, path);
    }
    for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal(await statusOf(lectern, {}, path), 200);
    for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal(await statusOf(lectern, {}, path), 429);
    for (let count = 0; count < 3; count++) assert.equal(await statusOf(lectern, {}, '/assets/none'), 404);
    assert.equal(await statusOf(lectern, {}, '/assets/none'), 429);
  });
});
