import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { seedOnSqlite, startReadyServer } from '../support/server/process.ts';

const BYTES = 9 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const ATTEMPTS = 20;

test('[D1] when a client sends far more than allowed, then it gets a 413, not a broken connection', async () => {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({ env: installation.env });
  const headers = { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' };
  const whole = () => Buffer.alloc(BYTES, ' ');
  // Without a Content-Length header.
  const inChunks = () =>
    ReadableStream.from(Array.from({ length: BYTES / CHUNK_BYTES }, () => Buffer.alloc(CHUNK_BYTES, ' ')));
  try {
    for (const toBody of [whole, inChunks]) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const options = { method: 'POST', headers, body: toBody(), duplex: 'half' };
        const response = await fetch(`${server.url}/v1/lives/${installation.liveId}/passages`, options as RequestInit);
        const { code } = (await response.json()) as { code: string };
        assert.deepEqual([response.status, code], [413, 'body_too_large']);
      }
    }
  } finally {
    await server.end('SIGKILL');
  }
});

test('[D1] when a client closes after the response, then it gets the response too, whether or not the whole body was sent', async () => {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({ env: installation.env });
  const refuse = async (path: string, mediaType: string, bytes: number) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Type: ${mediaType}`];
    head.push(`Authorization: Bearer ${installation.token}`, `Content-Length: ${bytes}`);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    // Like clients that send everything before they read.
    await new Promise((resolve) => socket.write(Buffer.alloc(bytes), resolve));
    const response = await text(socket);
    return /^HTTP\/1\.1 (\d+)/.exec(response)?.[1];
  };
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const passages = `/v1/lives/${installation.liveId}/passages`;
      assert.equal(await refuse(passages, 'application/json', BYTES), '413');
      assert.equal(await refuse(passages, 'image/gif', BYTES), '415');
      assert.equal(await refuse('/v1/nothing', 'application/json', BYTES), '404');
    }
  } finally {
    await server.end('SIGKILL');
  }
});

test('when a response ends a connection, then a missing body does not delay the end', async () => {
  const installation = await seedOnSqlite();
  const server = await startReadyServer({ env: installation.env });
  try {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('POST /v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{');
    assert.match(await text(socket), /^HTTP\/1\.1 404 /);
  } finally {
    await server.end('SIGTERM');
  }
});
