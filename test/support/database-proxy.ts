import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What a node's listening connection calls itself in its first message. */
const FEED_MARK = 'lectern feed';

/** Stands between a node and PostgreSQL, and can hold up the connection that hears of changes. */
export interface DatabaseProxy {
  /** For LECTERN_DATABASE_URL. */
  readonly url: string;
  /** The ports by which PostgreSQL knows the listening connections that are open: `client_port` of pg_stat_activity. */
  readonly feedPorts: number[];
  /** From now on listening connections, those to come as well, get nothing through, without a word. */
  blockFeed(): void;
  /** What was held up goes on. */
  releaseFeed(): void;
  /** Hears of what the node sends, before PostgreSQL does. */
  onSent: ((bytes: Buffer) => void) | null;
  close(): void;
}

interface Pair {
  readonly node: Socket;
  readonly database: Socket;
  feed: boolean;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let blocked = false;
  const hold = ({ node, database }: Pair) => {
    node.pause();
    database.pause();
  };
  const release = ({ node, database }: Pair) => {
    node.resume();
    database.resume();
  };

  const server = createServer((node) => {
    const database = connect(Number(target.port), target.hostname);
    const pair: Pair = { node, database, feed: false };
    pairs.add(pair);
    let first = true;
    node.on('data', (bytes: Buffer) => {
      if (first) pair.feed = bytes.includes(FEED_MARK);
      first = false;
      proxy.onSent?.(bytes);
      database.write(bytes);
      if (blocked && pair.feed) hold(pair);
    });
    database.on('data', (bytes) => node.write(bytes));
    for (const [socket, other] of [
      [node, database],
      [database, node],
    ] as const) {
      // What one side is told, the other is told: an end, or a break.
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };

  const url = new URL(databaseUrl);
  url.port = String(port);
  const feeds = () => [...pairs].filter(({ feed }) => feed);
  const proxy: DatabaseProxy = {
    url: url.href,
    get feedPorts() {
      return feeds().flatMap(({ database }) => database.localPort ?? []);
    },
    blockFeed() {
      blocked = true;
      feeds().forEach(hold);
    },
    releaseFeed() {
      blocked = false;
      feeds().forEach(release);
    },
    onSent: null,
    close() {
      server.close();
      for (const { node, database } of pairs) {
        node.destroy();
        database.destroy();
      }
    },
  };
  return proxy;
}
