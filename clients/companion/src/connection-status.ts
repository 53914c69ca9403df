import { InstanceStatus } from '@companion-module/base';
import { LecternProblem, UnsupportedEventVersion } from '../../typescript/src/index.ts';
import { type RoomSettings, SettingsProblem } from './settings.ts';

export interface ConnectionStatus {
  readonly status: InstanceStatus;
  /** Says what to do. Null if there is nothing to do. */
  readonly message: string | null;
}

export const CONNECTING: ConnectionStatus = { status: InstanceStatus.Connecting, message: null };
export const CONNECTED: ConnectionStatus = { status: InstanceStatus.Ok, message: null };

/** Refusals that a later attempt can pass: the server or a proxy was too slow or too busy. */
const PASSING_STATUSES: readonly number[] = [408, 421, 425, 429];

/** Returns whether the server refused for a reason that a person has to remove. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof UnsupportedEventVersion ||
  (error instanceof LecternProblem && error.status < 500 && !PASSING_STATUSES.includes(error.status));

/** Returns the status of a connection that failed with an error. */
export function toStatus(error: unknown, by: RoomSettings['by']): ConnectionStatus {
  if (error instanceof SettingsProblem) return { status: InstanceStatus.BadConfig, message: error.message };
  if (!(error instanceof LecternProblem)) return { status: InstanceStatus.ConnectionFailure, message: explain(error) };
  if (error.code === null && isRefusal(error)) {
    const message = `The server at this address is not Lectern, or a proxy refuses (${error.title}). Check the address.`;
    return { status: InstanceStatus.BadConfig, message };
  }
  if (by === 'link' && error.status === 404) {
    const message = 'The key is wrong, or the button link has ended. Create another link in the console.';
    return { status: InstanceStatus.AuthenticationFailure, message };
  }
  switch (error.status) {
    case 401:
      return {
        status: InstanceStatus.AuthenticationFailure,
        message: 'The token is wrong, or it has ended. Create another token.',
      };
    case 403:
      return { status: InstanceStatus.InsufficientPermissions, message: error.detail ?? error.title };
    case 404:
      return {
        status: InstanceStatus.BadConfig,
        message: 'The owner of the token has no room with this id. Check the id of the room.',
      };
    default:
      return { status: InstanceStatus.ConnectionFailure, message: error.message };
  }
}

/** Returns the message of an error of the network with its cause, which `fetch` leaves to `cause`. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UnsupportedEventVersion) return 'The server is newer than this module. Install a newer module.';
  if (error.name === 'TimeoutError') return 'The server does not respond. Check the network.';
  const { cause } = error;
  const code = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message;
  return `The server cannot be reached (${code}). Check the address and the network.`;
}
