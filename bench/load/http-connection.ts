import { connect, type Socket } from 'node:net';

/** Head of one HTTP/1.1 answer, as text, and how many bytes its body had. */
export type RawResponse = { status: number; head: string; bodyBytes: number };

const HEAD_END = '\r\n\r\n';
const READ_BUFFER_BYTES = 256 * 1024;
/** Bytes searched for the end of a head; heads are much shorter. */
const HEAD_MAX_BYTES = 4096;
// One buffer for all connections: each read is dealt with before the next begins.
const readBuffer = Buffer.allocUnsafeSlow(READ_BUFFER_BYTES);

/** One keep-alive connection on which whole requests, as bytes, are sent one after another. */
export type HttpConnection = { send(request: Buffer): void; close(): void };

/**
 * Connects to a loopback port. `onAnswer` is called once per whole answer: of a head and a body of `content-length`
 * bytes (304 and 204 have none). `onEnd` is called with the reason when the connection ends, or an answer is framed
 * otherwise.
 */
export function openHttpConnection(
  port: number,
  onAnswer: (answer: RawResponse) => void,
  onEnd: (reason: Error) => void,
): Promise<HttpConnection> {
  /** Bytes of an incomplete head. */
  let begun = '';
  let answer: RawResponse | undefined;
  let missing = 0;

  const read = (count: number) => {
    if (answer) {
      missing -= count;
    } else {
      const before = begun.length;
      const text = begun + readBuffer.toString('latin1', 0, Math.min(count, HEAD_MAX_BYTES));
      const end = text.indexOf(HEAD_END);
      begun = end < 0 ? text : '';
      if (end < 0) return;
      answer = parseHead(text.slice(0, end));
      missing = answer.bodyBytes - (before + count - end - HEAD_END.length);
    }
    if (missing > 0) return;
    if (missing < 0) throw new Error('the server sent more than it announced');
    const whole = answer;
    answer = undefined;
    onAnswer(whole);
  };

  return new Promise((resolve, reject) => {
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (count) => {
          try {
            read(count);
          } catch (error) {
            socket.destroy(error as Error);
          }
          return true;
        },
      },
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.once('error', onEnd);
      socket.once('end', () => onEnd(new Error('the server closed the connection')));
      resolve({ send: (request) => socket.write(request), close: () => socket.destroy() });
    });
  });
}

function parseHead(head: string): RawResponse {
  const status = Number(head.slice(9, 12));
  if (status === 304 || status === 204) return { status, head, bodyBytes: 0 };
  const length = findHeader(head, 'content-length');
  if (length === null) throw new Error(`an answer without content-length:\n${head}`);
  return { status, head, bodyBytes: Number(length) };
}

/** The value of a header in an answer's head; `name` in lower case. Null when absent. */
export function findHeader(head: string, name: string): string | null {
  let at = head.indexOf(`\r\n${name}: `);
  // Servers write a header's name as they like.
  if (at < 0) at = head.toLowerCase().indexOf(`\r\n${name}: `);
  if (at < 0) return null;
  const start = at + name.length + 4;
  const end = head.indexOf('\r\n', start);
  return head.slice(start, end < 0 ? undefined : end);
}

/** The text of one request. `headers` need no Host and no Content-Length. */
export function serializeRequest(
  port: number,
  { method = 'GET', path, headers = {}, body }: RequestShape & { path: string },
): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}${HEAD_END}${body ?? ''}`;
}

export type RequestShape = { method?: string; headers?: Record<string, string>; body?: string };
