import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOperatorClient } from './operator-client.ts';
import { describe, isUnavailable, type Outcome, sendAndObserve } from './outcome.ts';

/** Verses of each push: half a push would be seen. */
export const PUSHED_VERSES = 2;
/** Psalm 119, of 176 verses. */
const FIRST_VERSES = 175;
/** Longer than the server lets its database take, over all that one request asks of it. */
const REQUEST_MAX_MS = 30_000;
const PACE_MS = 50;
const RETRY_MS = 50;

export interface KnownLive {
  readonly token: string;
  readonly liveId: string;
}

/** The verses of a push and the sequence in its response; null if it is not known whether the push was carried out. */
interface Push {
  readonly label: string;
  readonly sequence: number | null;
}

export interface PushCounts {
  readonly acknowledged: number;
  readonly stale: number;
  readonly unavailable: number;
  readonly broken: number;
  readonly hung: number;
}

/**
 * Pushes verses to one Live without a pause, through one node after another, and records which pushes were
 * acknowledged. Nothing else may write to the Live.
 */
export class TestPusher {
  readonly live: KnownLive;
  readonly pushes: Push[] = [];
  /** Responses that there must not be. */
  readonly wrong: string[] = [];
  /** Ids of the requests whose connection broke. */
  readonly brokenIds: string[] = [];
  readonly #origins: readonly string[];
  readonly #limitMs: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #counts = { acknowledged: 0, stale: 0, unavailable: 0, broken: 0, hung: 0 };
  readonly #running: Promise<void>;
  #stopping = false;
  #etag: string | null = null;
  #turn = 0;

  /** Stops with the test at the latest. `pauseMs`: how long a node may stand still meanwhile. */
  constructor(t: TestContext, origins: readonly string[], live: KnownLive, { pauseMs = 0 } = {}) {
    this.#origins = origins;
    this.#limitMs = REQUEST_MAX_MS + pauseMs;
    this.live = live;
    this.#running = this.#run();
    t.after(() => this.stop());
  }

  get counts(): PushCounts {
    return this.#counts;
  }

  /** Resolves when so many more have been acknowledged. */
  async acknowledges(more: number): Promise<void> {
    const goal = this.#counts.acknowledged + more;
    await eventually(`${more} more pushes are acknowledged`, () => this.#counts.acknowledged >= goal);
  }

  /** Ends in order: what is under way is waited for. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
    this.#agent.destroy();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const origin = this.#origins[this.#turn++ % this.#origins.length]!;
      // At once after the read, so that those who write to one Live have the same chance.
      const etag = this.#etag ?? (await this.#read(origin));
      const done = etag !== null && (await this.#push(origin, etag));
      await sleep(done ? PACE_MS : RETRY_MS);
    }
  }

  async #read(origin: string): Promise<string | null> {
    const outcome = await this.#send(origin, 'GET', '');
    if (outcome.kind === 'responded' && outcome.status === 200) return outcome.headers.get('etag');
    this.#count(outcome);
    return null;
  }

  async #push(origin: string, ifMatch: string): Promise<boolean> {
    const verse = 1 + Math.floor(Math.random() * FIRST_VERSES);
    const body = { passage: `Psalm 119:${verse}-${verse + PUSHED_VERSES - 1}` };
    const outcome = await this.#send(origin, 'POST', '/passages', body, ifMatch);
    const label = `119:${verse}`;
    this.#etag = null;
    if (outcome.kind === 'responded' && outcome.status === 200) {
      this.#counts.acknowledged++;
      this.#etag = outcome.headers.get('etag');
      this.pushes.push({ label, sequence: outcome.body.sequence });
      return true;
    }
    if (outcome.kind === 'responded' && outcome.status === 412) {
      this.#counts.stale++;
      return false;
    }
    this.#count(outcome);
    if (outcome.kind !== 'refused') this.pushes.push({ label, sequence: null });
    return false;
  }

  #count(outcome: Outcome): void {
    if (outcome.kind === 'broken') this.brokenIds.push(outcome.requestId);
    if (isUnavailable(outcome)) this.#counts.unavailable++;
    else if (outcome.kind === 'responded') this.wrong.push(describe(outcome));
    else if (outcome.kind !== 'refused') this.#counts[outcome.kind]++;
  }

  #send(origin: string, method: string, sub: string, body?: unknown, ifMatch?: string): Promise<Outcome> {
    const { token, liveId } = this.live;
    const options = { method, token, body, ifMatch, agent: this.#agent, limitMs: this.#limitMs };
    return sendAndObserve(`${origin}/v1/lives/${liveId}${sub}`, options);
  }
}

export interface Account extends PushCounts {
  readonly operations: number;
  /** Acknowledged, and not in the queue. */
  readonly lost: number;
  /** Pushes that were not acknowledged but are in the queue. */
  readonly unannounced: number;
  /** The Live's. */
  readonly sequence: number;
}

/**
 * Compares the queue of a Live that began with `begun` with the records of its pushers. Each push adds one to the
 * sequence and all of its verses, in the order of the sequence. An unacknowledged push is in the queue once or not at
 * all.
 */
export async function settle(
  origin: string,
  pushers: readonly TestPusher[],
  begun: { sequence: number; items: readonly unknown[] },
): Promise<Account> {
  const present = await createOperatorClient(origin, pushers[0]!.live).readQueue();
  const groups = present.sequence - begun.sequence;
  const verses = present.items.slice(begun.items.length).map(({ verse }) => verse);
  assert.equal(verses.length, groups * PUSHED_VERSES, 'each sequence is one whole push');
  const labels = Array.from({ length: groups }, (_, group) => {
    const [first, ...rest] = verses.slice(group * PUSHED_VERSES, (group + 1) * PUSHED_VERSES);
    rest.forEach(({ verse }, index) => {
      assert.equal(verse, first!.verse + index + 1, 'a push is in one piece');
    });
    return `${first!.chapter}:${first!.verse}`;
  });
  assert.equal(new Set(present.items.map(({ id }) => id)).size, present.items.length, 'no item twice');

  const pushes = pushers.flatMap((pusher) => pusher.pushes);
  const acknowledged = pushes.filter(({ sequence }) => sequence !== null);
  const sequences = new Set(acknowledged.map(({ sequence }) => sequence));
  assert.equal(sequences.size, acknowledged.length, 'two pushes got the same sequence');
  const lost = acknowledged.filter(({ label, sequence }) => labels[sequence! - begun.sequence - 1] !== label);
  const unannounced = labels.filter((_, group) => !sequences.has(begun.sequence + group + 1));
  const unknown = pushes.filter(({ sequence }) => sequence === null).map(({ label }) => label);
  for (const label of unannounced) {
    const at = unknown.indexOf(label);
    assert.ok(at >= 0, `${label} is there without a push, or it is there twice`);
    unknown.splice(at, 1);
  }
  const sum = (name: keyof PushCounts) => pushers.reduce((total, { counts }) => total + counts[name], 0);
  assert.deepEqual(
    pushers.flatMap(({ wrong }) => wrong),
    [],
  );
  assert.equal(sum('hung'), 0, 'a request had no response');
  assert.equal(lost.length, 0, `lost: ${JSON.stringify(lost)}`);
  return {
    operations: pushes.length + sum('stale'),
    acknowledged: acknowledged.length,
    lost: lost.length,
    unannounced: unannounced.length,
    stale: sum('stale'),
    unavailable: sum('unavailable'),
    broken: sum('broken'),
    hung: sum('hung'),
    sequence: present.sequence,
  };
}

const EVENTUALLY_MAX_MS = 30_000;
const LOOK_MS = 20;

/** Resolves when it holds; fails when it does not within half a minute. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + EVENTUALLY_MAX_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) assert.fail(`waited in vain until ${what}`);
    await sleep(LOOK_MS);
  }
}
