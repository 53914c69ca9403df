import { connect, type Socket } from 'node:net';
import { monotonicMilliseconds } from './clock.ts';
import { findHeader, serializeRequest } from './http-connection.ts';

export type PollCrowdOptions = {
  /** The events of each Live; the first poll is of the first Live, and so on around. */
  paths: string[];
  /** Where they poll: the first poll of each Live at the first port, and so on around. */
  ports: number[];
  headers: Record<string, string>;
  onChange(change: ArrivedChange): void;
};

/** A change that an answer brought. */
export type ArrivedChange = {
  live: number;
  sequence: number;
  /** The sequence that this poll had before. */
  seen: number;
  /** When its last byte had been read, of monotonicMilliseconds. */
  at: number;
};

/** Outcomes of the polls so far. */
export type PollCounts = {
  changes: number;
  snapshots: number;
  heartbeats: number;
  /** Answers other than 200, by status. Such a poll is not sent again. */
  refused: Record<string, number>;
  /** Connections that broke or that the server closed. */
  broken: number;
  bytes: number;
};

type LivePolls = { path: string; cursor: string; request: Buffer; firstRequest: Buffer };
type Poll = {
  index: number;
  live: number;
  seen: number;
  begun: string;
  answer: BeginningOfAnswer | null;
  missing: number;
};
type BeginningOfAnswer = { status: number; type: string; sequence: number; cursor: string; bodyBytes: number };

const WAIT_SECONDS = 25;
const READ_BUFFER_BYTES = 256 * 1024;
/** Head and envelope of an answer fit; more of it is not looked at. */
const BEGINNING_MAX_BYTES = 2048;
const HEAD_END = '\r\n\r\n';
// One buffer for all connections: each read is dealt with before the next begins.
const readBuffer = Buffer.allocUnsafeSlow(READ_BUFFER_BYTES);

/**
 * Many long polls, each on a connection of its own, sent again with the cursor of the answer as soon as it is answered.
 * Nothing is parsed that need not be: the load must cost less than the server.
 */
export class PollCrowd {
  readonly counts: PollCounts = { changes: 0, snapshots: 0, heartbeats: 0, refused: {}, broken: 0, bytes: 0 };
  /** The sequence of each Live when `learn` asked. */
  readonly learned: number[] = [];
  readonly #options: PollCrowdOptions;
  readonly #lives: LivePolls[];
  #polls: Poll[] = [];
  #sockets: Socket[] = [];

  constructor(options: PollCrowdOptions) {
    this.#options = options;
    this.#lives = options.paths.map((path) => {
      const firstRequest = this.#toRequest(`${path}?wait=${WAIT_SECONDS}`);
      return { path, cursor: '', request: firstRequest, firstRequest };
    });
  }

  /** Asks for the present cursor and sequence of each Live, so that the polls wait from the first. */
  async learn(): Promise<void> {
    const headers = { ...this.#options.headers, 'Accept-Encoding': 'identity' };
    for (const live of this.#lives) {
      const response = await fetch(`http://127.0.0.1:${this.#options.ports[0]}${live.path}`, { headers });
      if (response.status !== 200) throw new Error(`GET ${live.path}: ${response.status} ${await response.text()}`);
      const { cursor, sequence } = (await response.json()) as { cursor: string; sequence: number };
      this.#nextRequest(live, cursor);
      this.learned.push(sequence);
    }
  }

  /**
   * Connects and sends as many polls, `atOnce` of them at a time: with the last cursor known, or `afresh` without one.
   */
  async open(count: number, atOnce: number, afresh = false): Promise<void> {
    const { ports } = this.#options;
    this.#polls = Array.from({ length: count }, (_, index) => {
      const live = index % this.#lives.length;
      return { index, live, seen: afresh ? -1 : this.learned[live]!, begun: '', answer: null, missing: 0 };
    });
    const waiting = this.#polls.values();
    const openNext = async () => {
      for (const poll of waiting) {
        const live = this.#lives[poll.live]!;
        const port = ports[Math.floor(poll.index / this.#lives.length) % ports.length]!;
        await this.#open(port, poll, afresh ? live.firstRequest : live.request);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, openNext));
  }

  close(): void {
    const sockets = this.#sockets;
    this.#sockets = [];
    for (const socket of sockets) socket.destroy();
  }

  /** How many polls have not come to this sequence of their Live. */
  countBehind(sequences: readonly number[]): number {
    let behind = 0;
    for (const { live, seen } of this.#polls) if (seen < sequences[live]!) behind++;
    return behind;
  }

  #open(port: number, poll: Poll, request: Buffer): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect({
        port,
        host: '127.0.0.1',
        noDelay: true,
        onread: {
          buffer: readBuffer,
          callback: (count) => {
            this.#read(socket, poll, count);
            return true;
          },
        },
      });
      const sockets = this.#sockets;
      sockets.push(socket);
      // The `close` event that follows has the reason.
      socket.on('error', () => {});
      socket.on('close', () => {
        if (this.#sockets === sockets) this.counts.broken++;
        resolve();
      });
      socket.once('connect', () => {
        socket.write(request);
        resolve();
      });
    });
  }

  #read(socket: Socket, poll: Poll, count: number): void {
    this.counts.bytes += count;
    if (poll.answer) {
      poll.missing -= count;
    } else {
      const before = poll.begun.length;
      const text = poll.begun + readBuffer.toString('latin1', 0, Math.min(count, BEGINNING_MAX_BYTES));
      const headEnd = text.indexOf(HEAD_END);
      const answer = headEnd < 0 ? null : parseBeginning(text, headEnd);
      poll.begun = answer ? '' : text;
      if (!answer) {
        if (text.length > 2 * BEGINNING_MAX_BYTES) throw new Error(`an answer that is no event:\n${text}`);
        return;
      }
      poll.answer = answer;
      poll.missing = answer.bodyBytes - (before + count - headEnd - HEAD_END.length);
    }
    if (poll.missing > 0) return;
    if (poll.missing < 0) throw new Error('the server sent more than it announced');
    const answer = poll.answer;
    poll.answer = null;
    this.#take(socket, poll, answer);
  }

  #take(socket: Socket, poll: Poll, { status, type, sequence, cursor }: BeginningOfAnswer): void {
    const { counts } = this;
    if (status !== 200) {
      counts.refused[status] = (counts.refused[status] ?? 0) + 1;
      return;
    }
    if (type === 'live.changed') {
      counts.changes++;
      this.#options.onChange({ live: poll.live, sequence, seen: poll.seen, at: monotonicMilliseconds() });
    } else if (type === 'live.snapshot') {
      counts.snapshots++;
    } else {
      counts.heartbeats++;
    }
    poll.seen = sequence;
    socket.write(this.#nextRequest(this.#lives[poll.live]!, cursor));
  }

  /** All polls of a Live mostly continue from one cursor: its bytes are made once. */
  #nextRequest(live: LivePolls, cursor: string): Buffer {
    if (live.cursor !== cursor) {
      live.cursor = cursor;
      live.request = this.#toRequest(`${live.path}?wait=${WAIT_SECONDS}&after=${encodeURIComponent(cursor)}`);
    }
    return live.request;
  }

  #toRequest(path: string): Buffer {
    return Buffer.from(serializeRequest(this.#options.ports[0]!, { path, headers: this.#options.headers }));
  }
}

/** Null while the text does not reach to the end of the envelope before `data`. */
function parseBeginning(text: string, headEnd: number): BeginningOfAnswer | null {
  const status = Number(text.slice(9, 12));
  const bodyBytes = Number(findHeader(text.slice(0, headEnd), 'content-length') ?? Number.NaN);
  if (Number.isNaN(bodyBytes)) throw new Error(`an answer without content-length:\n${text.slice(0, headEnd)}`);
  if (status !== 200) return { status, type: '', sequence: 0, cursor: '', bodyBytes };
  const type = findValue(text, '"type":"', '"', headEnd);
  const sequence = findValue(text, '"sequence":', ',', headEnd);
  const cursor = findValue(text, '"cursor":"', '"', headEnd);
  if (type === null || sequence === null || cursor === null) return null;
  return { status, type, sequence: Number(sequence), cursor, bodyBytes };
}

function findValue(text: string, name: string, end: string, from: number): string | null {
  const at = text.indexOf(name, from);
  const until = at < 0 ? -1 : text.indexOf(end, at + name.length);
  return until < 0 ? null : text.slice(at + name.length, until);
}
