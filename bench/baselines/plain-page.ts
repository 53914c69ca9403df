import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const STATE = /<script type="application\/json" id="state">[^<]*<\/script>\n?/;

/** Our server without a state in its page and without content codings: the baseline for the first verse. */
export async function startPlainPage(port: number) {
  const server = createServer((request, response) => {
    const { 'accept-encoding': _, ...headers } = request.headers;
    const asked = ask(
      { host: '127.0.0.1', port, path: request.url, method: request.method, headers },
      async (answer) => {
        const { 'content-length': length, ...kept } = answer.headers;
        if (!answer.headers['content-type']?.startsWith('text/html')) {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
          return;
        }
        response.writeHead(answer.statusCode!, kept).end((await text(answer)).replace(STATE, ''));
      },
    );
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
