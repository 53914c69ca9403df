import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import fastify from 'fastify';
import { IMAGE_UPLOADS_MAX } from '../../../src/contract/limits.ts';
import { addImageParser } from '../../../src/http/presentations/image-body.ts';

it('when the client of an upload leaves while it is being admitted, then the upload takes no place', async () => {
  const app = fastify();
  let admitted = 0;
  let gone = Promise.withResolvers<void>();
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-leaves'] === undefined) return;
    admitted++;
    request.raw.socket.once('close', () => gone.resolve());
    await gone.promise;
  });
  addImageParser(app);
  app.post('/', () => 'taken');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    const { port } = new URL(url);
    for (let left = 1; left <= IMAGE_UPLOADS_MAX; left++) {
      gone = Promise.withResolvers();
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        'POST / HTTP/1.1\r\nhost: x\r\nx-leaves: 1\r\ncontent-type: image/png\r\ncontent-length: 1000\r\n\r\n',
      );
      while (admitted < left) await new Promise(setImmediate);
      socket.destroy();
      await gone.promise;
    }
    await new Promise(setImmediate);
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'abc' });
    assert.deepEqual([response.status, await response.text()], [200, 'taken']);
  } finally {
    await app.close();
  }
});
