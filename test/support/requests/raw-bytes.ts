import { connect } from 'node:net';

/** Far more than any response takes that does not wait. */
const RESPONSE_MAX_MS = 10_000;

/** Sends raw bytes and returns everything received until the server closes. Rejects if it does not close in time. */
export function sendBytes(origin: string, bytes: string, { end = false }: { end?: boolean } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      if (end) socket.end(bytes, 'latin1');
      else socket.write(bytes, 'latin1');
    });
    socket
      .setEncoding('utf8')
      .setTimeout(RESPONSE_MAX_MS, () => socket.destroy(new Error(`no end after: ${response.slice(0, 500)}`)))
      .on('data', (text) => {
        response += text;
      })
      .once('close', () => resolve(response))
      .once('error', reject);
  });
}

/** A head, and a body behind it if there is one. */
export const toBytes = (method: string, path: string, headers: Record<string, string>, body = ''): string =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ Host: 'x', ...headers }).map((each) => each.join(': ')),
    '',
    body,
  ].join('\r\n');
