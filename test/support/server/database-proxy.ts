import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The application name in the first message of a node's listening connection. */
const FEED_MARK = 'lectern feed';

/** Stands between a node and PostgreSQL, and can hold up what goes over its connections. */
export interface DatabaseProxy {
  /** The value for LECTERN_DATABASE_URL. */
  readonly url: string;
  /** The ports by which PostgreSQL knows the listening connections that are open: `client_port` of pg_stat_activity. */
  readonly feedPorts: number[];
  /** Holds back all data of listening connections, present and future, without closing them. */
  blockFeed(): void;
  /** Sends the data that was held back, and lets new data through. */
  releaseFeed(): void;
  /** Drops everything that open connections send, including their end, as a firewall does that has forgotten them. */
  silence(): void;
  /** New connections are like that too: they are taken, and nothing comes back. False again: new ones work. */
  silentToNew: boolean;
  /** Hears of what the node sends, before PostgreSQL does. */
  onSent: ((bytes: Buffer) => void) | null;
  close(): void;
}

interface Pair {
  readonly node: Socket;
  readonly database: Socket;
  feed: boolean;
  silent: boolean;
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

  // A side is not ended before the other side has ended.
  const server = createServer({ allowHalfOpen: true }, (node) => {
    const database = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
    const pair: Pair = { node, database, feed: false, silent: proxy.silentToNew };
    pairs.add(pair);
    let first = true;
    node.on('data', (bytes: Buffer) => {
      if (first) pair.feed = bytes.includes(FEED_MARK);
      first = false;
      if (pair.silent) return;
      proxy.onSent?.(bytes);
      database.write(bytes);
      if (blocked && pair.feed) hold(pair);
    });
    database.on('data', (bytes) => pair.silent || node.write(bytes));
    for (const [socket, other] of [
      [node, database],
      [database, node],
    ] as const) {
      // An end or a reset of one side is passed on to the other.
      socket.on('end', () => pair.silent || other.end());
      socket.on('error', () => pair.silent || other.destroy());
      socket.once('close', () => {
        if (pair.silent) return;
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
    silence() {
      for (const pair of pairs) pair.silent = true;
    },
    silentToNew: false,
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
