import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createHttpServer } from '../../src/http/http-server.ts';
import { sendBytes, toBytes } from '../support/raw-bytes.ts';

const OWN = {
  'x-request-id': 'abc-1',
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
  'ratelimit-policy': '"requests";q=6000;w=60',
  ratelimit: '"principal";r=599;t=60',
  etag: '"a-1"',
  vary: 'Accept-Encoding',
  'content-type': 'application/json; charset=utf-8',
};

/** How an answer is sent, by the path that asks for it. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/whole': (response) => response.writeHead(200, { ...OWN, 'content-length': '2' }).end('{}'),
  '/others': (response) => response.writeHead(201, { ...OWN, location: '/v1/lives/a', connection: 'close' }).end('{}'),
  '/unmodified': (response) => response.writeHead(304, OWN).end(),
  '/nothing': (response) => response.writeHead(204, OWN).end(),
  '/pieces': (response) => {
    response.writeHead(200, OWN).write('{');
    response.end('}');
  },
  '/several': (response) => response.writeHead(303, { ...OWN, 'set-cookie': ['a=1', 'b=2'] }).end(),
  '/before': (response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.setHeader('vary', 'Origin');
    response.writeHead(200, OWN).end('{}');
  },
  '/implicit': (response) => {
    response.setHeader('etag', '"a"').end('{}');
  },
  '/split': (response) => {
    assert.throws(() => response.writeHead(302, { ...OWN, location: '/a\r\nset-cookie: b' }), {
      code: 'ERR_INVALID_CHAR',
    });
    response.writeHead(500).end();
  },
};

describe('the head of an answer', () => {
  const answer: RequestListener = ({ url }, response) => ANSWERS[url!]!(response);
  const servers: Server[] = [createHttpServer(answer, assert.fail), createServer(answer)];
  before(() =>
    Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))),
  );
  after(() => servers.map((server) => server.close()));

  for (const path in ANSWERS) {
    it(`is that of node:http but for its order: ${path}`, async () => {
      const heads = await Promise.all(
        servers.map(async (server) => {
          const { port } = server.address() as AddressInfo;
          const bytes = await sendBytes(`http://127.0.0.1:${port}`, toBytes('GET', path, { Connection: 'close' }));
          const [head, body] = bytes.split('\r\n\r\n');
          const [status, ...lines] = head!.split('\r\n');
          return [status, ...lines.filter((line) => !line.startsWith('Date: ')).toSorted(), body];
        }),
      );
      assert.deepEqual(heads[0], heads[1]);
    });
  }
});
