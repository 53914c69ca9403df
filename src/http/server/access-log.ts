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

/** Where lines go, many at a time; the bytes are its own. */
export interface LogSink {
  write(lines: Buffer): unknown;
}

/** Lines are handed over together, and as bytes: one by one, or as text, they would cost a read a tenth of its time. */
const BATCH_BYTES = 65_536;
/** Of a UTF-16 code unit. */
const UTF8_MAX_BYTES = 3;
const BATCH_MS = 100;

/** One line a request, in the form of all other lines of the log. */
export function createAccessLog(destination: LogSink, timestamp: () => string): AccessLog {
  const toLine = lineMaker();
  const batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (length === 0) return;
    // In memory of their own, of their length: a destination that has no room holds as much as it counts.
    const lines = Buffer.allocUnsafeSlow(length);
    batch.copy(lines, 0, 0, length);
    length = 0;
    destination.write(lines);
  };
  return {
    write: (record) => {
      const line = toLine(record, timestamp());
      if (BATCH_BYTES - length < line.length * UTF8_MAX_BYTES) flush();
      if (line.length * UTF8_MAX_BYTES > BATCH_BYTES) return destination.write(Buffer.from(line));
      length += batch.write(line, length);
      timer ??= setTimeout(flush, BATCH_MS).unref();
    },
    flush,
  };
}

/**
 * Makes lines by hand, since each is on the way of a request: of what was done and of who did it the text is kept. Only the path
 * and a forwarded peer can hold what JSON must escape.
 */
function lineMaker(): (record: AccessRecord, at: string) => string {
  const operations = new Map<string, string>();
  const toWhat = (operation: string): string => {
    const known = operations.get(operation);
    if (known) return known;
    const text = `,"operation":"${operation}","status":`;
    operations.set(operation, text);
    return text;
  };
  let latest = { peer: '', credential: undefined as string | undefined, text: toWho('', undefined) };
  return ({ requestId, method, path, operation, status, milliseconds, peer, credential }, at) => {
    if (latest.peer !== peer || latest.credential !== credential) {
      latest = { peer, credential, text: toWho(peer, credential) };
    }
    return (
      `{"level":30${at},"request_id":"${requestId}","method":"${method}","path":${JSON.stringify(path)}` +
      `${toWhat(operation)}${status},"ms":${toThousandths(milliseconds)}${latest.text}`
    );
  };
}

const toWho = (peer: string, credential: string | undefined): string =>
  `,"peer":${JSON.stringify(peer)}${credential === undefined ? '' : `,"credential":"${credential}"`},"msg":"request"}\n`;

const THOUSANDTHS = Array.from({ length: 1000 }, (_, count) => `.${String(count).padStart(3, '0')}`);

/** As `toFixed(3)`, which takes as long as half of the line. */
function toThousandths(value: number): string {
  const thousandths = Math.round(value * 1000);
  const whole = Math.floor(thousandths / 1000);
  return `${whole}${THOUSANDTHS[thousandths - whole * 1000]}`;
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
