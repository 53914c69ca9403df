import type { DestinationStream } from 'pino';

/** What is told of a request: never its query, its headers or its body. */
export interface AccessRecord {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly peer: string;
  readonly credential: string | undefined;
}

export interface AccessLog {
  write(record: AccessRecord): void;
  /** Hands over what is still held back. */
  flush(): void;
}

/** Lines are handed over together: one by one they would cost a read a tenth of its time. */
const BATCH_LINES = 64;
const BATCH_MS = 100;

/** One line a request, in the form of all other lines of the log. */
export function createAccessLog(destination: DestinationStream, timestamp: () => string): AccessLog {
  let lines = '';
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (count === 0) return;
    const batch = lines;
    lines = '';
    count = 0;
    destination.write(batch);
  };
  return {
    write: (record) => {
      lines += toLine(record, timestamp());
      if (++count >= BATCH_LINES) flush();
      else timer ??= setTimeout(flush, BATCH_MS).unref();
    },
    flush,
  };
}

/** Put together by hand, since it is on the way of every request; only the path and a forwarded peer can hold what JSON must escape. */
function toLine(record: AccessRecord, at: string): string {
  const { requestId, method, path, operation, status, milliseconds, peer, credential } = record;
  const who = credential === undefined ? '' : `,"credential":"${credential}"`;
  return (
    `{"level":30${at},"request_id":"${requestId}","method":"${method}","path":${JSON.stringify(path)},` +
    `"operation":"${operation}","status":${status},"ms":${milliseconds.toFixed(3)},"peer":${JSON.stringify(peer)}${who},"msg":"request"}\n`
  );
}

/** For an installation that does not log requests. */
export const NO_ACCESS_LOG: AccessLog = { write: () => {}, flush: () => {} };

/** RFC 3339 with milliseconds as a part of a log line, made once a millisecond. */
export function createTimestamp(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}
