import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxyingServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Stands before a server and hands on every request, once `handle` is done with it. The server never sees the requests
 * to which `handle` responds itself.
 */
export async function startProxyingServer(
  target: string,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<ProxyingServer> {
  const { hostname, port } = new URL(target);
  const proxy = createServer(async (request, response) => {
    await handle(request, response);
    if (response.writableEnded) return;
    const { method, url: path, headers } = request;
    const forwarded = httpRequest({ hostname, port, method, path, headers, agent: false }, (upstream) => {
      response.writeHead(upstream.statusCode!, upstream.rawHeaders);
      upstream.pipe(response);
      // A response that the server broke off ends here, too.
      upstream.once('close', () => upstream.complete || response.destroy());
    });
    forwarded.once('error', () => response.destroy());
    response.once('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
    },
  };
}
