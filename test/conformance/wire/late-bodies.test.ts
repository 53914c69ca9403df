import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashCredentialSecret } from '../../../src/domain/account/credentials/credential-secret.ts';
import {
  createFixture,
  DOCUMENTED_OPERATIONS,
  importFixtureEdition,
  operationTitle,
  toExampleRequest,
} from '../../support/requests/documented-operations.ts';
import { useInProcessServer } from '../../support/server/suite-server.ts';

/** Time for the first part of a request to be read. */
const READ_MS = 60;

// Most of the time is waiting.
describe('bodies that come late', { concurrency: 8 }, () => {
  const { lectern } = useInProcessServer({
    settings: { LECTERN_BUDGET_PEER: '100000', LECTERN_LIVES_PER_OWNER: '1000' },
  });
  before(async () => {
    await importFixtureEdition(lectern);
  });

  const revoke = async (token: string) => {
    const found = await lectern.installation.storage.credentials.findAuthority(hashCredentialSecret(token));
    await lectern.installation.administration.revokeToken(found!.credential.id);
  };

  for (const operation of DOCUMENTED_OPERATIONS) {
    for (const kind of operation.kinds) {
      it(`[Authentication], [D4] for ${operationTitle(operation)}, ${kind}: when a credential ends before the body does, then it gets 401`, async () => {
        const { client, example, etag } = await createFixture(lectern, kind, operation);
        const { path, options } = toExampleRequest(operation, example, etag);
        const {
          body,
          bytes,
          type = 'application/json',
          ifMatch,
        } = options as {
          body?: unknown;
          bytes?: Uint8Array;
          type?: string;
          ifMatch?: string;
        };
        const content = Buffer.from(bytes ?? (body === undefined ? '' : JSON.stringify(body)));
        const sent = request(`${lectern.url}${path}`, {
          method: operation.method,
          headers: {
            authorization: `Bearer ${client.owner.token}`,
            ...(content.length > 0 && { 'content-type': type }),
            ...(ifMatch !== undefined && { 'if-match': ifMatch }),
            'transfer-encoding': 'chunked',
          },
        });
        const responding = once(sent, 'response') as Promise<[IncomingMessage]>;
        sent.flushHeaders();
        if (content.length > 0) sent.write(content.subarray(0, 1));
        await sleep(READ_MS);
        await revoke(client.owner.token);
        sent.end(content.subarray(1));
        const [response] = await responding;
        const { code } = JSON.parse((await text(response)) || '{}') as { code?: string };
        assert.deepEqual([response.statusCode, code], [401, 'invalid_token']);
      });
    }
  }
});
