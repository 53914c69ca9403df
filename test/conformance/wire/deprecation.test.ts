import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OPERATIONS, type Operation } from '../../../src/contract/operations.ts';
import { sendRequest } from '../../support/requests/api.ts';
import { createFixture, importFixtureEdition } from '../../support/requests/documented-operations.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const table = OPERATIONS as unknown as Record<string, { -readonly [Key in keyof Operation]: Operation[Key] }>;
const DAY = /^\d{4}-\d\d-\d\d$/;

it('[D52] when a removal is announced, then the operation stays for 12 months at least', () => {
  for (const { deprecated, path } of Object.values<Operation>(OPERATIONS)) {
    if (!deprecated) continue;
    const { since, sunset } = deprecated;
    assert.ok(DAY.test(since) && DAY.test(sunset), path);
    const earliest = new Date(since);
    earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
    assert.ok(Date.parse(sunset) >= earliest.getTime(), path);
  }
});

describe('[D52] an operation that is announced to go', () => {
  before(() => {
    // None is yet.
    table.getDisplay!.deprecated = { since: '2026-01-31', sunset: '2027-03-01' };
  });
  const { lectern } = useInProcessServer();
  before(() => importFixtureEdition(lectern));
  after(() => {
    delete table.getDisplay!.deprecated;
  });

  it('when it responds, then every response says so (RFC 9745, RFC 8594), and no response of another operation does', async () => {
    const { client, example, etag } = await createFixture(lectern, 'organization');
    const path = `/v1/lives/${example.live_id}`;
    const responses = [
      await client.get(`${path}/display`),
      await client.request('HEAD', `${path}/display`),
      await client.get(`${path}/display`, { headers: { 'if-none-match': etag } }),
      await client.get(`${path}/display`, { token: null }),
      await client.get('/v1/lives/unknown/display'),
    ];
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 304, 401, 404],
    );
    for (const { headers } of responses) {
      assert.deepEqual(
        [headers.get('deprecation'), headers.get('sunset')],
        ['@1769817600', 'Mon, 01 Mar 2027 00:00:00 GMT'],
      );
    }
    for (const other of [path, `${path}/playback`, '/v1/books']) {
      const { headers } = await client.get(other);
      assert.deepEqual([headers.get('deprecation'), headers.get('sunset')], [null, null]);
    }
  });

  it('when the document is read, then the operation is marked in it, and no other is', async () => {
    const { body: document } = await sendRequest(lectern.url, 'GET', '/v1/openapi.json');
    const marked = Object.entries<Record<string, { deprecated?: boolean }>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { deprecated }]) => deprecated)
        .map(([method]) => `${method} ${path}`),
    );
    assert.deepEqual(marked, ['get /v1/lives/{live_id}/display']);
  });
});
