import type { Socket } from 'node:net';

/**
 * Reads lines from a socket. Throws the socket's error, and RangeError for a line longer than `maxBytes`. That limit
 * may depend on the beginning of the line, and is evaluated again as more arrives. The socket stays open.
 */
export async function* readLines(
  socket: Socket,
  maxBytes: number | ((beginning: Buffer) => number),
): AsyncGenerator<string, undefined> {
  const toMax = typeof maxBytes === 'number' ? () => maxBytes : maxBytes;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      yield decoder.decode(Buffer.concat([...parts, rest.subarray(0, end)]));
      parts = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    parts.push(rest);
    bytes += rest.length;
    const max = toMax(parts[0]!);
    if (bytes > max) throw new RangeError(`a line has more than ${max} bytes`);
  }
}

export const toJsonLine = (message: unknown): string => `${JSON.stringify(message)}\n`;
