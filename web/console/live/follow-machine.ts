import type { Connection } from './connection.ts';

/** Interval between heartbeat requests while connected. */
export const HEARTBEAT_MS = 3_000;
/** Interval between heartbeat requests while the server does not respond. */
export const LOST_HEARTBEAT_MS = 1_000;
/** Timeout of a heartbeat request. */
export const HEARTBEAT_TIMEOUT_MS = 2 * HEARTBEAT_MS;
/** Time without a heartbeat from which the machine is assumed to have slept. */
export const SLEPT_MS = HEARTBEAT_MS + 5_000;

/** Knowledge of the console about its connection to a Live. */
export interface FollowModel {
  readonly connection: Connection;
  /** Id of the heartbeat in flight. A response to another one counts for nothing. */
  readonly heartbeat: number | null;
  readonly nextId: number;
  /** Time of the latest heartbeat or its response, in milliseconds. */
  readonly heartbeatAt: number;
  /** Time of the next heartbeat, in milliseconds. */
  readonly dueAt: number | null;
  /** Whether the watch has ended, or its retry delay has grown: a new one polls at once. */
  readonly isWatchStale: boolean;
  /** Whether the Live was deleted or the person can no longer access it. */
  readonly ended: boolean;
}

export type FollowInput =
  /**
   * `check`: the connection may have changed. `seen`: the page is seen again. `resumed`: the person has signed in
   * again. `watched`: the watch has delivered a state.
   */
  | { readonly type: 'check' | 'due' | 'seen' | 'resumed' | 'watched' }
  | { readonly type: 'watch-failed'; readonly gone: boolean }
  | { readonly type: 'responded'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly gone: boolean };

export type FollowEffect =
  | { readonly type: 'heartbeat'; readonly id: number }
  /** Replaces the watch by a new one. */
  | { readonly type: 'watch' };

export interface FollowStep {
  readonly model: FollowModel;
  readonly effects: readonly FollowEffect[];
}

/** Starts to follow: with a watch, and a heartbeat that proves the connection. */
export function startFollowing(at: number): FollowStep {
  const { model, effects } = sendHeartbeat(
    {
      connection: { state: 'checking' },
      heartbeat: null,
      nextId: 0,
      heartbeatAt: at,
      dueAt: null,
      isWatchStale: false,
      ended: false,
    },
    at,
  );
  return { model, effects: [{ type: 'watch' }, ...effects] };
}

/** Returns the next model and the effects of an input. `at` is the time in milliseconds. */
export function advanceFollow(model: FollowModel, input: FollowInput, at: number): FollowStep {
  if (model.ended) return stay(model);
  const { connection, heartbeat, heartbeatAt, dueAt } = model;
  const hasSlept = at - heartbeatAt > SLEPT_MS;
  switch (input.type) {
    case 'check':
      return check(model, at);
    case 'due':
      if (dueAt === null) return stay(model);
      return hasSlept ? check(model, at) : sendHeartbeat(model, at);
    case 'seen':
      return at - heartbeatAt > HEARTBEAT_TIMEOUT_MS ? check(model, at) : stay(model);
    case 'resumed':
      return connection.state === 'lost' ? sendHeartbeat(model, at) : stay(model);
    case 'watched':
      // The state can be older than the loss. A heartbeat finds out at once.
      return connection.state === 'lost' && heartbeat === null ? sendHeartbeat(model, at) : stay(model);
    case 'watch-failed':
      return input.gone ? stay(end(model)) : stay({ ...model, isWatchStale: true });
    case 'responded':
      if (input.id !== heartbeat) return stay(model);
      return hasSlept ? check(model, at) : markCurrent(model, at);
    case 'failed':
      if (input.id !== heartbeat) return stay(model);
      return stay(input.gone ? end(model) : markLost(model, at));
  }
}

const stay = (model: FollowModel): FollowStep => ({ model, effects: [] });

/** Requests the state. No action is sent until it is read. */
function check(model: FollowModel, at: number): FollowStep {
  if (model.connection.state === 'lost') return sendHeartbeat(model, at);
  const isWatchStale = model.isWatchStale || at - model.heartbeatAt > SLEPT_MS;
  return sendHeartbeat({ ...model, connection: { state: 'checking' }, isWatchStale }, at);
}

/** Sends a heartbeat. It replaces one in flight, whose response can be older than what has happened since. */
function sendHeartbeat(model: FollowModel, at: number): FollowStep {
  const { nextId: id } = model;
  return {
    model: { ...model, heartbeat: id, nextId: id + 1, heartbeatAt: at, dueAt: null },
    effects: [{ type: 'heartbeat', id }],
  };
}

function markCurrent(model: FollowModel, at: number): FollowStep {
  return {
    model: {
      ...model,
      connection: { state: 'current' },
      heartbeat: null,
      heartbeatAt: at,
      dueAt: at + HEARTBEAT_MS,
      isWatchStale: false,
    },
    effects: model.isWatchStale ? [{ type: 'watch' }] : [],
  };
}

/** Even an error response proves that the server is alive, but it does not contain the state. */
const markLost = (model: FollowModel, at: number): FollowModel => ({
  ...model,
  connection: model.connection.state === 'lost' ? model.connection : { state: 'lost', since: at },
  heartbeat: null,
  heartbeatAt: at,
  dueAt: at + LOST_HEARTBEAT_MS,
  isWatchStale: true,
});

const end = (model: FollowModel): FollowModel => ({ ...model, heartbeat: null, dueAt: null, ended: true });
