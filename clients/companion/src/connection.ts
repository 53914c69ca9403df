import { LecternProblem } from '../../typescript/src/index.ts';
import { pause } from '../../typescript/src/pause.ts';
import { retryDelayMs } from '../../typescript/src/retry-delay.ts';
import { CommandProblem, type KeyCommand } from './commands.ts';
import { type ConnectionStatus, isRefusal, toStatus } from './connection-status.ts';
import type { RoomState } from './room-state.ts';
import type { RoomSettings } from './settings.ts';

/** Receiver of everything that a connection finds out. */
export interface Report {
  readonly status: (status: ConnectionStatus) => void;
  readonly state: (state: RoomState) => void;
  /** Null if the number is not known. */
  readonly viewers: (viewers: number | null) => void;
}

export interface RoomConnection {
  /** Carries out a command after those before it. Rejects with an error whose message is for the operator. */
  run(command: KeyCommand): Promise<void>;
  /** Ends the connection with its requests. It reports nothing from then on. */
  stop(): void;
}

export const REQUEST_TIMEOUT_MS = 10_000;
/** Time after which a refused connection is attempted again: a person has to act first. */
const REFUSED_RETRY_MS = 60_000;
/** A command means the state at the moment of the press: one that would be carried out later than this is given up. */
const COMMAND_MAX_AGE_MS = 5_000;
const COMMANDS_MAX = 50;

/**
 * Follows until the signal ends. After a refusal it begins again in a minute, after another failure with growing
 * pauses. `follow` calls `succeeded` with each response but its first, which resets the pauses: a server that always
 * breaks off the second request must not be asked without them.
 */
export async function keepFollowing(
  by: RoomSettings['by'],
  signal: AbortSignal,
  report: Pick<Report, 'status'>,
  follow: (succeeded: () => void) => Promise<void>,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await follow(() => {
        failures = 0;
      });
    } catch (error) {
      if (signal.aborted) return;
      report.status(toStatus(error, by));
      const { retryAfterSeconds } = error instanceof LecternProblem ? error : { retryAfterSeconds: null };
      await pause(isRefusal(error) ? REFUSED_RETRY_MS : retryDelayMs(failures++, retryAfterSeconds), signal);
    }
  }
}

/** Returns the error that Companion logs for a press. */
function toCommandProblem(error: unknown): CommandProblem {
  if (error instanceof CommandProblem) return error;
  if (error instanceof LecternProblem) return new CommandProblem(error.message);
  return new CommandProblem(`${toStatus(error, 'token').message} The press may have been carried out or not.`);
}

/**
 * Carries out commands one after another, in the order of the presses. A command rejects with CommandProblem, and never
 * keeps the next one from being carried out.
 */
export function createCommandQueue(carryOut: (command: KeyCommand) => Promise<void>): RoomConnection['run'] {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  const carryOutInTime = async (command: KeyCommand, pressedAt: number) => {
    waiting--;
    if (performance.now() - pressedAt > COMMAND_MAX_AGE_MS) {
      throw new CommandProblem('The server took too long for the presses before this one. Press again.');
    }
    try {
      await carryOut(command);
    } catch (error) {
      throw toCommandProblem(error);
    }
  };
  return (command) => {
    if (waiting >= COMMANDS_MAX) {
      return Promise.reject(new CommandProblem(`${COMMANDS_MAX} presses already wait. Press again later.`));
    }
    waiting++;
    const pressedAt = performance.now();
    const done = last.then(() => carryOutInTime(command, pressedAt));
    // The caller handles the error.
    last = done.catch(() => {});
    return done;
  };
}
