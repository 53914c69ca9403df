import pino from 'pino';
import { maskCredentialSecrets } from './domain/account/credentials/credential-secret.ts';

const STANDARD_ERROR = 2;
/** Nothing waits for the disk. The library joins bytes faster than text, which it would measure again with each line. */
const WRITES = {
  sync: false,
  minLength: 65_536,
  maxWrite: 131_072,
  periodicFlush: 200,
  contentMode: 'buffer',
} as const;
/** A log that takes nothing for so long holds up no end of the process. */
const STALLED_MS = 500;
/** Some minutes of a busy server. */
const HELD_MAX_BYTES = 16 * 1024 * 1024;

export interface LogDestinationOptions {
  /** Hears how many lines had no room, once there is some again. */
  onLinesDropped: (lines: number) => void;
  fd?: number;
  maxBufferedBytes?: number;
}

/**
 * What is told of an error. Not what libraries hang on it: the driver of PostgreSQL a whole connection with its statements, the
 * server the values of a row.
 */
export function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message, stack, code };
}

/**
 * Where the log goes: standard error, so that standard output holds what a person should read. A log that cannot be written is no
 * reason to take a Live off its screens, nor to keep the process from its end: it goes on when there is room again, and what is held
 * until then is bounded.
 */
export function openLogDestination({
  onLinesDropped: lost,
  fd = STANDARD_ERROR,
  maxBufferedBytes: heldMaxBytes = HELD_MAX_BYTES,
}: LogDestinationOptions) {
  let failing = false;
  let dropped = 0;
  // When the log last took something, while there is something to take. A pipe that is full and not read fails without an error.
  let waitsSince: number | null = null;
  // Before the listener of the library, which would try without an end.
  const letGo = () => {
    const stalled = waitsSince !== null && performance.now() - waitsSince > STALLED_MS;
    if (failing || stalled) destination.destroy();
  };
  process.once('exit', letGo);
  const destination = pino.destination({ fd, maxLength: heldMaxBytes, ...WRITES });
  destination.on('error', () => {
    failing = true;
  });
  destination.on('drop', () => {
    dropped++;
  });
  destination.on('drain', () => {
    waitsSince = null;
  });
  destination.on('write', () => {
    failing = false;
    waitsSince = performance.now();
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    lost(lines);
    // Where that itself had no room, it is told the next time.
    if (dropped > 0) dropped = lines;
  });
  destination.once('close', () => process.off('exit', letGo));
  // The types of the library know text alone.
  const writeBytes = destination.write.bind(destination) as unknown as (line: Buffer) => boolean;
  // Clients put secrets into addresses and headers where they do not belong. Every line passes here. [D35]
  return Object.assign(destination, {
    write(line: string) {
      waitsSince ??= performance.now();
      return writeBytes(Buffer.from(maskCredentialSecrets(line)));
    },
  });
}

/**
 * At a terminal only warnings, unless LECTERN_LOG_LEVEL says otherwise: a line for each request would scroll away the links that a
 * start prints there.
 */
export const toLogLevel = (level: string, env: NodeJS.ProcessEnv, atTerminal: boolean | undefined): string =>
  atTerminal && !env.LECTERN_LOG_LEVEL && level === 'info' ? 'warn' : level;
