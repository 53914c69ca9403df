import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createHttpServer } from '../../src/http/server/http-server.ts';
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
  const servers: Server[] = [createHttpServer(answer, assert.fail).server, createServer(answer)];
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

describe('a connection that is kept', () => {
  const { server } = createHttpServer((request, response) => {
    if (request.url === '/waiting') return;
    response.end('{}');
  }, assert.fail);
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  after(() => server.close());
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const ask = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [bytes] = await once(socket, 'data');
    return String(bytes);
  };

  it('is announced for 72 seconds', async () => {
    const socket = await open();
    const answer = await ask(socket);
    assert.match(answer, /^Connection: keep-alive\r\nKeep-Alive: timeout=72\r$/m);
    socket.destroy();
  });

  it('is let go when nothing moved for longer than that', async () => {
    assert.equal(server.timeout, 75_000);
    // The same timer, shorter: node:http reads it when a client connects.
    server.timeout = 1000;
    const idle = await open();
    const waiting = await open();
    const busy = await open();
    server.timeout = 75_000;
    waiting.write('GET /waiting HTTP/1.1\r\nHost: a\r\n\r\n');
    const ended = Promise.all([idle, waiting].map((socket) => once(socket.resume(), 'close')));
    await ask(idle);
    let waits = true;
    void ended.then(() => {
      waits = false;
    });
    let answers = 0;
    while (waits) {
      await ask(busy);
      answers++;
      await setTimeout(50);
    }
    assert.ok(answers > 4, `ended after ${answers} answers`);
    await ask(busy);
    busy.destroy();
  });
});
