import { connect, type Socket } from 'node:net';

const OPENING_AT_ONCE = 50;
const READ_BUFFER_BYTES = 256 * 1024;

/** Streams of events that read all that they are sent. */
export interface OpenViewers {
  /** For each stream, when the last byte of each of its changes was read. */
  readonly changes: readonly (readonly number[])[];
  /** Bytes of all streams, and how many of them the server has closed. */
  readonly bytes: number;
  readonly closed: number;
  close(): void;
}

/** Opens streams of Server-Sent Events. Resolves when each has had its state. */
export async function openViewers(port: number, path: string, count: number): Promise<OpenViewers> {
  const changes = Array.from({ length: count }, (): number[] => []);
  // One buffer for all, since each read is handled before the next.
  const buffer = Buffer.alloc(READ_BUFFER_BYTES);
  const sockets: Socket[] = [];
  let [bytes, closed, isOver] = [0, 0, false];

  const open = (arrived: number[]) =>
    new Promise<void>((resolve, reject) => {
      let unfinished = '';
      const read = (length: number) => {
        bytes += length;
        const events = (unfinished + buffer.toString('latin1', 0, length)).split('\n\n');
        unfinished = events.pop()!;
        for (const event of events) {
          if (event.includes('event: change')) arrived.push(performance.now());
          else if (event.includes('event: state')) resolve();
        }
        return true;
      };
      const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback: read } });
      sockets.push(socket);
      socket.on('error', reject);
      socket.on('close', () => {
        if (!isOver) closed++;
        reject(new Error(`a stream was closed: ${unfinished}`));
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`);
    });

  for (let from = 0; from < count; from += OPENING_AT_ONCE)
    await Promise.all(changes.slice(from, from + OPENING_AT_ONCE).map(open));
  return {
    changes,
    get bytes() {
      return bytes;
    },
    get closed() {
      return closed;
    },
    close: () => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
