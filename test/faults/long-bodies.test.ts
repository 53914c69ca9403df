import assert from 'node:assert/strict';
import { test } from 'node:test';
import { furnishOnSqlite, startReadyServer } from '../support/process.ts';

const BYTES = 9 * 1024 * 1024;
const PORTION_BYTES = 64 * 1024;
const ATTEMPTS = 20;

test('[D1] who sends far more than is allowed gets the 413, not a broken connection', async () => {
  const installation = await furnishOnSqlite();
  const server = await startReadyServer({ env: installation.env });
  const headers = { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' };
  const whole = () => Buffer.alloc(BYTES, ' ');
  // Without its length told.
  const inPortions = () =>
    ReadableStream.from(Array.from({ length: BYTES / PORTION_BYTES }, () => Buffer.alloc(PORTION_BYTES, ' ')));
  try {
    for (const toBody of [whole, inPortions]) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const options = { method: 'POST', headers, body: toBody(), duplex: 'half' };
        const answer = await fetch(`${server.url}/v1/lives/${installation.liveId}/passages`, options as RequestInit);
        const { code } = (await answer.json()) as { code: string };
        assert.deepEqual([answer.status, code], [413, 'body_too_large']);
      }
    }
  } finally {
    await server.end('SIGKILL');
  }
});
