import assert from 'node:assert/strict';
import pg from 'pg';
import { isUnavailable, type Outcome, sendAndObserve } from './outcome.ts';
import { eventually, type KnownLive } from './pusher.ts';

/** Far more than the longest wait, on a loaded machine, with a pause of half a minute. */
const LIMIT_MS = 60_000;

/** One poll, and what has become of it. */
export interface WaitingPoll {
  readonly origin: string;
  readonly sentMs: number;
  readonly outcome: Promise<Outcome>;
  /** Null while it waits. */
  readonly ended: Outcome | null;
  /** Time at which the poll ended, of the performance clock; null while it waits. */
  readonly endedMs: number | null;
  abandon(): void;
}

/** Sends one poll on a connection of its own. */
export function sendPoll(origin: string, live: KnownLive, cursor: string, waitSeconds: number): WaitingPoll {
  const ending = new AbortController();
  const url = `${origin}/v1/lives/${live.liveId}/events?after=${encodeURIComponent(cursor)}&wait=${waitSeconds}`;
  const sentMs = performance.now();
  let ended: Outcome | null = null;
  let endedMs: number | null = null;
  const outcome = sendAndObserve(url, { token: live.token, limitMs: LIMIT_MS, signal: ending.signal }).then((each) => {
    ended = each;
    endedMs = performance.now();
    return each;
  });
  return {
    origin,
    sentMs,
    outcome,
    get ended() {
      return ended;
    },
    get endedMs() {
      return endedMs;
    },
    abandon: () => ending.abort(),
  };
}

/** A first poll: the cursor and sequence from which another one waits. */
export async function readCursor(
  origin: string,
  { token, liveId }: KnownLive,
): Promise<{ cursor: string; sequence: number }> {
  const outcome = await sendAndObserve(`${origin}/v1/lives/${liveId}/events`, { token, limitMs: LIMIT_MS });
  assert.ok(outcome.kind === 'responded' && outcome.status === 200, JSON.stringify(outcome));
  return outcome.body;
}

/** Sends this many polls, in turn to each of the nodes, and waits until each is refused or counted as a watch. */
export async function sendPolls(
  origins: readonly string[],
  live: KnownLive,
  options: { count: number; waitSeconds: number; cursor: string; databaseUrl: string },
): Promise<{ waiting: WaitingPoll[]; refused: number }> {
  const { count, waitSeconds, cursor, databaseUrl } = options;
  const before = await countWatches(databaseUrl, live.liveId);
  const polls = Array.from({ length: count }, (_, index) =>
    sendPoll(origins[index % origins.length]!, live, cursor, waitSeconds),
  );
  const ended = () => polls.filter((poll) => poll.ended);
  await eventually(`${count} polls wait or are refused`, async () => {
    return (await countWatches(databaseUrl, live.liveId)) - before + ended().length >= count;
  });
  for (const { ended: outcome } of ended()) {
    const refused =
      outcome?.kind === 'responded' && outcome.status === 409 && outcome.body.code === 'watch_limit_reached';
    assert.ok(refused, JSON.stringify(outcome));
  }
  return { waiting: polls.filter((poll) => !poll.ended), refused: ended().length };
}

/** All polls that wait on a node, as it counts them itself. */
export async function countWaiting(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(metrics.match(/^lectern_event_polls_waiting (\d+)$/m)?.[1] ?? assert.fail(metrics));
}

/** All watches of a Live that count now, as PostgreSQL knows them. */
export async function countWatches(databaseUrl: string, liveId: string): Promise<number> {
  const rows = await query<{ held: number }>(
    databaseUrl,
    'SELECT coalesce(sum(held), 0)::int AS held FROM watches WHERE live_id = $1 AND expires_at > clock_timestamp()',
    [liveId],
  );
  return rows[0]!.held;
}

export async function query<Row>(databaseUrl: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // What it breaks with, the query says.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** An event of this type, or 503 with Retry-After; nothing else. Returns whether it was an event. */
export function requireEventOr503(outcome: Outcome, ...types: string[]): boolean {
  if (isUnavailable(outcome)) return false;
  const event = outcome.kind === 'responded' && outcome.status === 200 && types.includes(outcome.body.type);
  assert.ok(event, JSON.stringify(outcome).slice(0, 500));
  return true;
}
