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

export type AccessLog = (record: AccessRecord) => void;

/**
 * One line a request, in the form of all other lines of the log. It is put together by hand, since it is the one line on
 * the way of every request; only the path can hold characters that JSON must escape.
 */
export function createAccessLog(destination: DestinationStream, timestamp: () => string): AccessLog {
  return ({ requestId, method, path, operation, status, milliseconds, peer, credential }) => {
    const who = credential === undefined ? '' : `,"credential":"${credential}"`;
    destination.write(
      `{"level":30${timestamp()},"request_id":"${requestId}","method":"${method}","path":${JSON.stringify(path)},` +
        `"operation":"${operation}","status":${status},"ms":${milliseconds.toFixed(3)},"peer":"${peer}"${who},"msg":"request"}\n`,
    );
  };
}

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
