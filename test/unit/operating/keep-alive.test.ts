import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createHttpServer } from '../../../src/http/server/http-server.ts';

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

  it('when a connection is kept, then it is announced for 72 seconds', async () => {
    const socket = await open();
    const response = await ask(socket);
    assert.match(response, /^Connection: keep-alive\r\nKeep-Alive: timeout=72\r$/m);
    socket.destroy();
  });

  it('when nothing moved for longer than that, then the connection is closed', async () => {
    assert.equal(server.timeout, 75_000);
    assert.equal(server.keepAliveTimeout + server.keepAliveTimeoutBuffer, 75_000);
    // The same timers, shorter: node:http reads the first when a client connects, the others after each response.
    server.timeout = 1000;
    server.keepAliveTimeout = 500;
    server.keepAliveTimeoutBuffer = 500;
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
    let responses = 0;
    while (waits) {
      await ask(busy);
      responses++;
      await setTimeout(50);
    }
    assert.ok(responses > 4, `ended after ${responses} responses`);
    await ask(busy);
    busy.destroy();
  });
});
