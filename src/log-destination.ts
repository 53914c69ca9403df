import pino from 'pino';
import { maskCredentialSecrets } from './domain/account/credentials/credential-secret.ts';

const STANDARD_ERROR = 2;
/**
 * Asynchronous, so that no request waits for the disk. pino concatenates buffers faster than strings, whose length it
 * would compute again for each line.
 */
const WRITE_OPTIONS = {
  sync: false,
  minLength: 65_536,
  maxWrite: 131_072,
  periodicFlush: 200,
  contentMode: 'buffer',
} as const;
/** A destination that accepts nothing for this long does not delay the end of the process. */
const STALLED_AFTER_MS = 500;
/** Holds a few minutes of log of a busy server. */
const BUFFER_MAX_BYTES = 16 * 1024 * 1024;

export interface LogDestinationOptions {
  /** Receives the number of dropped lines once the destination accepts data again. */
  onLinesDropped: (lines: number) => void;
  fd?: number;
  maxBufferedBytes?: number;
}

/**
 * Selects the fields of an error to log. Omits what libraries attach: the PostgreSQL driver adds a whole connection
 * with its statements, and the server adds row values.
 */
export function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message, stack, code };
}

/**
 * Opens the log destination: standard error, because standard output is for messages to people. A log that cannot be
 * written neither takes a Live off its screens nor delays the end of the process. Lines are buffered up to a limit
 * until writing works again.
 */
export function openLogDestination({
  onLinesDropped,
  fd = STANDARD_ERROR,
  maxBufferedBytes = BUFFER_MAX_BYTES,
}: LogDestinationOptions) {
  let failing = false;
  let dropped = 0;
  // When the destination last accepted data while some is pending. A full pipe without a reader fails without an error.
  let pendingSince: number | null = null;
  // Registered before pino's own exit listener, which would retry endlessly.
  const discardWhenStuck = () => {
    const stalled = pendingSince !== null && performance.now() - pendingSince > STALLED_AFTER_MS;
    if (failing || stalled) destination.destroy();
  };
  process.once('exit', discardWhenStuck);
  const destination = pino.destination({ fd, maxLength: maxBufferedBytes, ...WRITE_OPTIONS });
  destination.on('error', () => {
    failing = true;
  });
  destination.on('drop', () => {
    dropped++;
  });
  destination.on('drain', () => {
    pendingSince = null;
  });
  destination.on('write', () => {
    failing = false;
    pendingSince = performance.now();
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    onLinesDropped(lines);
    // If the report itself was dropped, the count is reported next time.
    if (dropped > 0) dropped = lines;
  });
  destination.once('close', () => process.off('exit', discardWhenStuck));
  // pino's types accept only strings.
  const writeBytes = destination.write.bind(destination) as unknown as (line: Buffer) => boolean;
  // Masks credentials in every line: clients put them into URLs and headers where they do not belong. [D35]
  return Object.assign(destination, {
    write(line: string) {
      pendingSince ??= performance.now();
      return writeBytes(Buffer.from(maskCredentialSecrets(line)));
    },
  });
}

/**
 * Returns the level to log at. At a terminal that is `warn` unless LECTERN_LOG_LEVEL is set: a line for each request
 * would scroll away the links that a start prints there.
 */
export const toLogLevel = (level: string, env: NodeJS.ProcessEnv, atTerminal: boolean | undefined): string =>
  atTerminal && !env.LECTERN_LOG_LEVEL && level === 'info' ? 'warn' : level;
