import { NOTHING_TO_DO } from '../../../src/contract/buttons.ts';
import {
  createLecternClient,
  type LecternClient,
  LecternProblem,
  type LiveNow,
  watchLive,
} from '../../typescript/src/index.ts';
import { pause } from '../../typescript/src/pause.ts';
import { CommandProblem, type KeyCommand, type RestWrite, toRestWrite } from './commands.ts';
import {
  createCommandQueue,
  keepFollowing,
  REQUEST_TIMEOUT_MS,
  type Report,
  type RoomConnection,
} from './connection.ts';
import { CONNECTED, isRefusal, toStatus } from './connection-status.ts';
import { fromNow, type KnownEntry } from './room-state.ts';
import type { RoomSettings } from './settings.ts';

const VIEWERS_INTERVAL_MS = 10_000;
/** A command that loses a race with other operators is sent again on the new state for this long, as in [D74]. */
const RACE_MAX_MS = 2_000;

/** Follows and operates a room with a service token. At rest, one poll waits at a time. */
export function connectByToken(settings: Extract<RoomSettings, { by: 'token' }>, report: Report): RoomConnection {
  const { baseUrl, liveId, token } = settings;
  const end = new AbortController();
  const { signal } = end;
  const client = createLecternClient({ baseUrl, token });
  const path = { live_id: liveId };
  const inTime = () => AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  let now: LiveNow | null = null;
  let isConnected = false;
  /** Entries of the plan, and what they belong to. */
  let plan: { readonly of: string; readonly entries: readonly KnownEntry[] } = { of: '', entries: [] };

  const readPlan = async (state: LiveNow): Promise<readonly KnownEntry[]> => {
    const of = JSON.stringify(state.plan);
    if (of !== plan.of) plan = { of, entries: await fetchEntries(client, state, inTime()) };
    return plan.entries;
  };
  const adopt = async (state: LiveNow) => {
    // The response to a press may have brought a newer one.
    if (now && state.sequence < now.sequence) return;
    now = state;
    const entries = await readPlan(state);
    // Another state may have arrived meanwhile.
    if (now === state && !signal.aborted) report.state(fromNow(state, entries));
  };
  const readViewers = async () => {
    try {
      const { data } = await client.GET('/v1/lives/{live_id}/viewers', { params: { path }, signal: inTime() });
      if (!signal.aborted) report.viewers(data.viewers);
    } catch {
      // The watch says what is wrong with the connection.
      if (!signal.aborted) report.viewers(null);
    }
  };
  const setConnected = (connected: boolean) => {
    const isNew = connected && !isConnected;
    isConnected = connected;
    if (connected) report.status(CONNECTED);
    if (isNew) void countViewers();
  };
  let counting = false;
  const countViewers = async () => {
    if (counting) return;
    counting = true;
    while (isConnected && !signal.aborted) {
      await readViewers();
      await pause(VIEWERS_INTERVAL_MS, signal);
    }
    counting = false;
  };

  const follow = async (succeeded: () => void) => {
    let responses = 0;
    let failure: unknown = null;
    const watch = watchLive({
      baseUrl,
      token,
      liveId,
      view: 'now',
      signal,
      onStatus: (status) => {
        if (signal.aborted) return;
        setConnected(status.state === 'following');
        if (status.state === 'retrying') {
          report.status(toStatus(status.error, 'token'));
          // The watch would report its next success only when a whole wait is over. Another watch does at once.
          if (!isRefusal(status.error)) {
            failure = status.error;
            void watch.return();
          }
        } else if (++responses > 1) succeeded();
      },
    });
    try {
      for await (const state of watch) await adopt(state.now);
      if (failure) throw failure;
    } finally {
      isConnected = false;
    }
  };
  void keepFollowing('token', signal, report, follow);

  const carryOut = async (command: KeyCommand) => {
    if (!now) throw new CommandProblem('The room is not known yet. The status of the connection says why.');
    const until = performance.now() + RACE_MAX_MS;
    for (let state = now; ; ) {
      const entries = command.action === 'entry' ? await fetchEntries(client, state, inTime()) : [];
      const write = toRestWrite(command, state, entries);
      if (!write) return;
      try {
        const after = await send(client, write, { liveId, etag: state.etag, signal: inTime() });
        if (!after || after.sequence <= now.sequence || signal.aborted) return;
        now = after;
        // The watch reads a changed plan with its next state. It must not fail a command that was carried out.
        report.state(fromNow(after, plan.entries));
        return;
      } catch (error) {
        const code = error instanceof LecternProblem ? error.code : null;
        const refusals: Partial<Record<KeyCommand['action'], string>> = NOTHING_TO_DO;
        if (code !== null && code === refusals[command.action]) return;
        if (code !== 'stale_validator') throw error;
      }
      if (performance.now() > until) {
        throw new CommandProblem('Others change the room at the same time. Nothing was done. Press again.');
      }
      state = (await client.GET('/v1/lives/{live_id}/now', { params: { path }, signal: inTime() })).data;
    }
  };
  return { run: createCommandQueue(carryOut), stop: () => end.abort() };
}

/** Returns the entries of the attached plan. */
async function fetchEntries(client: LecternClient, now: LiveNow, signal: AbortSignal): Promise<readonly KnownEntry[]> {
  if (!now.plan) return [];
  const { plan_id } = now.plan;
  const { organization_id, account_id } = now;
  try {
    const { data } =
      organization_id !== undefined
        ? await client.GET('/v1/organizations/{organization_id}/plans/{plan_id}', {
            params: { path: { organization_id, plan_id } },
            signal,
          })
        : await client.GET('/v1/accounts/{account_id}/plans/{plan_id}', {
            params: { path: { account_id: account_id!, plan_id } },
            signal,
          });
    return data.entries;
  } catch (error) {
    // The plan was deleted meanwhile; the room reports that with its next state.
    if (error instanceof LecternProblem && error.status === 404) return [];
    throw error;
  }
}

/** Sends a write. Returns the state after it, or null if the response has none. */
async function send(
  client: LecternClient,
  { method, path, body, query }: RestWrite,
  { liveId, etag, signal }: { liveId: string; etag: string; signal: AbortSignal },
): Promise<LiveNow | null> {
  const params = { path: { live_id: liveId }, query, header: { 'if-match': etag } };
  // The path and its body belong together, see `write()`, which their separate types cannot say.
  const call = client[method] as unknown as (path: string, init: object) => Promise<{ data: unknown }>;
  const { data } = await call(path, { params, body, signal });
  return typeof data === 'object' && data !== null && 'etag' in data ? (data as LiveNow) : null;
}
