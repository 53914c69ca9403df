import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { OPERATIONS, type Operation, type OperationId } from '../../../src/contract/operations.ts';
import { hashCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import type { AuditRecord, Owner } from '../../../src/storage/storage.ts';
import { type Api, api, assertProblem } from '../../support/requests/api.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  type DocumentedOperation,
  importFixtureEdition,
  operationTitle,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { createTestAccount, createTestOrganization, PAGE_ENGINES } from '../../support/server/lectern.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

const NEWEST = { limit: 1_000, before: null, since: null };
const isRead = ({ method, reads }: DocumentedOperation) => method === 'GET' || reads === true;
const WRITES = DOCUMENTED_OPERATIONS.filter((operation) => !isRead(operation));
const READS = DOCUMENTED_OPERATIONS.filter(isRead);

for (const engine of PAGE_ENGINES) {
  describe(`audit on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });

    before(async () => {
      await importFixtureEdition(lectern);
    });

    const recordsOf = ({ owner: { kind, id } }: Api): Promise<AuditRecord[]> =>
      lectern.installation.storage.audit.list({ kind, id } as Owner, NEWEST);
    const credentialOf = async (token: string) =>
      (await lectern.installation.storage.credentials.findAuthority(hashCredentialSecret(token)))!.credential;

    for (const operation of WRITES) {
      it(`[D43] when ${operationTitle(operation)} succeeds, then it leaves one record, which names everything and no secret`, async () => {
        for (const kind of operation.kinds) {
          const { client, example, etag } = await createFixture(lectern, kind, operation);
          const { id, userId } = await credentialOf(client.owner.token);
          const earlier = await recordsOf(client);
          const { path, options } = toExampleRequest(operation, example, etag);
          const response = await client.request(operation.method, path, options);
          assert.equal(response.status, operation.success, JSON.stringify(response.body));

          const [record, ...rest] = await recordsOf(client);
          assert.deepEqual(rest, earlier, 'one record more, and it is the newest');
          const { method, path: pathOfRecord }: Operation = OPERATIONS[record!.operation as OperationId];
          assert.deepEqual([method, pathOfRecord], [operation.method, operation.path]);
          assert.deepEqual(
            [record!.channel, record!.credentialId, record!.userId, record!.requestId, record!.owner],
            ['rest', id, userId, response.headers.get('x-request-id'), { kind, id: client.owner.id }],
          );
          assert.equal(record!.userId === null, kind === 'organization');
          assert.ok(Math.abs(Date.parse(record!.at) - Date.now()) < 60_000);
          const named = Object.entries(example).find(([name]) => operation.path.endsWith(`/{${name}}`));
          if (operation.path.includes('{live_id}')) assert.equal(record!.resource, example.live_id);
          else if (operation.success === 201)
            assert.equal(record!.resource, (response.body.report ? response.body.deck : response.body).id);
          else if (named) assert.equal(record!.resource, named[1]);
          if (operation.path.includes('{live_id}') && operation.ifMatch && operation.success === 200) {
            const sequence = response.body.sequence ?? (await client.get(`/v1/lives/${example.live_id}`)).body.sequence;
            assert.deepEqual([record!.before, record!.after], [sequence - 1, sequence]);
          }
          const text = JSON.stringify(record);
          for (const secret of [client.owner.token, response.body?.token, response.body?.secret]) {
            assert.ok(!secret || !text.includes(secret), 'a secret is in the audit');
          }
        }
      });
    }

    it('[D43] when a request only reads, or a write is refused or changes nothing, then it leaves no record', async () => {
      for (const kind of ['organization', 'account'] as const) {
        const { client, example, etag } = await createFixture(lectern, kind);
        const earlier = await recordsOf(client);
        for (const operation of READS.filter(({ kinds }) => kinds.includes(kind))) {
          const { path, options } = toExampleRequest(operation, example, etag);
          assert.equal((await client.request(operation.method, path, options)).status, 200, path);
        }
        // An import of a file that nothing reads has begun all the same.
        for (const operation of WRITES.filter(
          ({ kinds, path }) => kinds.includes(kind) && !path.endsWith('/imports'),
        )) {
          const { path, options } = toExampleRequest(operation, example, etag);
          // A zero byte is neither an image nor a song.
          const spoilt = { ...options, bytes: operation.body ? '{"' : '\0' };
          const { status } = await client.request(operation.method, path, spoilt);
          assert.ok(status >= 400, operationTitle(operation));
          if (operation.ifMatch) {
            const stale = await client.request(operation.method, path, { ...options, ifMatch: '"stale"' });
            assert.ok(stale.status >= 400);
          }
        }
        const same = { item_ids: example.item_ids };
        const reordered = await client.put(`/v1/lives/${example.live_id}/queue-items/order`, same, { ifMatch: etag });
        assert.deepEqual([reordered.status, reordered.etag], [200, etag]);
        assert.deepEqual(await recordsOf(client), earlier);
      }
    });

    it('[D43] when the owner of an account reads the audit, then it comes page by page, newest first', async () => {
      const { client, example, etag } = await createFixture(lectern, 'account');
      let ifMatch = etag;
      for (let round = 0; round < 5; round++) {
        const response = await client.patch(`/v1/lives/${example.live_id}`, { name: `Name ${round}` }, { ifMatch });
        ifMatch = response.etag!;
      }
      const path = `/v1/accounts/${client.owner.id}/audit`;
      const whole = await client.get(path);
      assert.equal(whole.status, 200);
      assert.equal(whole.body.next_cursor, null);
      const expected = (await recordsOf(client)).map((record) => ({
        at: record.at,
        operation: record.operation,
        resource: record.resource,
        channel: record.channel,
        credential_id: record.credentialId,
        user_id: record.userId,
        request_id: record.requestId,
        resource_name: record.resourceName,
        detail: record.detail,
        before: record.before,
        after: record.after,
      }));
      assert.deepEqual(whole.body.data, expected);
      const times = expected.map(({ at }) => at);
      assert.deepEqual(times, times.toSorted().reverse());

      const found: unknown[] = [];
      for (let after = ''; ; ) {
        const page = await client.get(`${path}?limit=2${after}`);
        found.push(...page.body.data);
        if (page.body.next_cursor === null) break;
        assert.equal(page.body.data.length, 2);
        after = `&after=${page.body.next_cursor}`;
      }
      assert.deepEqual(found, whole.body.data);
    });

    it('[D4], [D43] when a credential reads the audit, then it must be personal with token.list, and it reads only its own audit', async () => {
      const [own, other] = [await createTestAccount(lectern), await createTestAccount(lectern)];
      const path = `/v1/accounts/${own.id}/audit`;
      assertProblem(await api(lectern, await createTestOrganization(lectern)).get(path), 403, 'forbidden');
      assertProblem(await api(lectern, other).get(path), 404, 'not_found');
      const subject = { user: own.email };
      const { administration } = lectern.installation;
      const narrow = await administration.createToken({ subject, scopes: ['live.list', 'token.create'] });
      assertProblem(await api(lectern, own).get(path, { token: narrow.token }), 403, 'insufficient_scope');
      const exact = await administration.createToken({ subject, scopes: ['token.list'] });
      assert.equal((await api(lectern, own).get(path, { token: exact.token })).status, 200);
      for (const after of ['x', 'AAAA', (await api(lectern, own).get('/v1/books?limit=1')).body.next_cursor]) {
        assertProblem(await api(lectern, own).get(`${path}?after=${after}`), 422, 'invalid_cursor');
      }
      const { body } = await api(lectern, other).post(other.livesPath, {});
      await api(lectern, other).post(other.livesPath, {});
      assert.ok(body.id);
      const foreign = (await api(lectern, other).get(`/v1/accounts/${other.id}/audit?limit=1`)).body.next_cursor;
      assertProblem(await api(lectern, own).get(`${path}?after=${foreign}`), 422, 'invalid_cursor');
    });
  });
}
