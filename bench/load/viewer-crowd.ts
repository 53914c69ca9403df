import { connect, type Socket } from 'node:net';

const OPENING_AT_ONCE = 50;

/** Viewers of a Live that read all that they are sent. */
export interface ViewerCrowd {
  /** Totals of all viewers since they joined. */
  readonly bytes: number;
  close(): void;
}

/** Resolves when all of them have had the state. */
export async function openViewers(port: number, path: string, count: number, ready: string): Promise<ViewerCrowd> {
  const sockets: Socket[] = [];
  let bytes = 0;
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      let greeting = '';
      const greet = (chunk: Buffer) => {
        greeting += chunk.toString('latin1');
        if (!greeting.includes(ready)) return;
        socket.off('data', greet);
        resolve();
      };
      socket.on('data', (chunk) => {
        bytes += chunk.length;
      });
      socket.on('data', greet);
      socket.once('error', reject);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`);
      sockets.push(socket);
    });
  for (let opened = 0; opened < count; opened += OPENING_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(OPENING_AT_ONCE, count - opened) }, open));
  }
  return {
    get bytes() {
      return bytes;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
