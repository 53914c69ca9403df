import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ScriptedRequest {
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  /** Time at which the request arrived, in milliseconds of this process's clock. */
  readonly atMs: number;
  /** Resolves when the client has gone away before it had a whole response. */
  readonly abandoned: Promise<void>;
}

/** Handles one request. `number` counts requests from 0. */
export type Scene = (response: ServerResponse, request: ScriptedRequest, number: number) => void;

/** A bare HTTP server that does what a real one does not do on demand. */
export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly ScriptedRequest[];
  close(): Promise<void>;
}

export async function startScriptedServer(scene: Scene): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = [];
  const server = createServer((request, response) => {
    const abandoned = new Promise<void>((resolve) => {
      response.once('close', () => !response.writableFinished && resolve());
    });
    const { headers } = request;
    const noted = { url: new URL(request.url!, 'http://host'), headers, atMs: performance.now(), abandoned };
    requests.push(noted);
    scene(response, noted, requests.length - 1);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** An event as the server makes it, as far as a watch looks at it. */
export const event = (type: string, sequence: number, more: object = {}): object => ({
  schema_version: 1,
  type,
  resource_type: 'live',
  resource_id: 'live',
  sequence,
  cursor: `cursor-${sequence}`,
  data: type === 'stream.heartbeat' ? null : { live: { sequence } },
  ...more,
});

export const problem = (status: number, code: string, more: object = {}): object => ({
  type: `http://host/problems/${code}`,
  title: `Title of ${code}`,
  status,
  code,
  request_id: 'request',
  ...more,
});

/** Responds with JSON. */
export function send(
  response: ServerResponse,
  content: object,
  { status = 200, ...headers }: { status?: number; [header: string]: string | number | undefined } = {},
): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  const given = Object.entries({ 'content-type': type, ...headers }).filter(([, value]) => value !== undefined);
  response.writeHead(status, Object.fromEntries(given) as Record<string, string>).end(JSON.stringify(content));
}
