import type { Socket } from 'node:net';

/** The lines that come through a socket. Throws the socket's error, and RangeError for a line past `maxBytes`. */
export async function* readLines(socket: Socket, maxBytes: number): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      yield decoder.decode(Buffer.concat([...parts, rest.subarray(0, end)]));
      parts = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    parts.push(rest);
    bytes += rest.length;
    if (bytes > maxBytes) throw new RangeError(`a line has more than ${maxBytes} bytes`);
  }
}

export const toLine = (message: unknown): string => `${JSON.stringify(message)}\n`;
