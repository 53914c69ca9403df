import { LecternError } from '../../contract/lectern-error.ts';
import { USAGE_PERIOD_MAX_DAYS, USAGE_ROWS_MAX } from '../../contract/limits.ts';
import type { UsageRow } from '../../contract/schemas/usage.ts';
import type { Storage, UsageCount } from '../../storage/storage.ts';
import type { Clock } from '../clock.ts';
import { countUsage } from '../live/changes/count-usage.ts';
import type { ListUsed } from '../live/changes/live-writes.ts';
import type { Lives } from '../live/lives.ts';

const DAY_MS = 86_400_000;

/** UTC days, as YYYY-MM-DD. */
export interface UsagePeriod {
  readonly from: string;
  readonly to: string;
}

export interface UsageReport {
  /** The first day that was counted, or null. */
  readonly since: string | null;
  readonly rows: readonly UsageCount[];
}

/** Reports what was shown, including what is on air and will be counted with the next change of its Live. [D77] */
export class UsageReports {
  readonly #storage: Pick<Storage, 'usage'>;
  readonly #lives: Pick<Lives, 'find'>;
  readonly #listUsed: ListUsed;
  readonly #clock: Clock;

  constructor(storage: Pick<Storage, 'usage'>, lives: Pick<Lives, 'find'>, listUsed: ListUsed, clock: Clock) {
    this.#storage = storage;
    this.#lives = lives;
    this.#listUsed = listUsed;
    this.#clock = clock;
  }

  /** Throws `invalid_fields` if the period is too long, ends before it begins, or has too many rows. */
  async read(organizationId: string, period: UsagePeriod): Promise<UsageReport> {
    requirePeriod(period);
    const { usage } = this.#storage;
    const pending = await this.#listPending(organizationId);
    const stored = await usage.list(organizationId, { ...period, limit: USAGE_ROWS_MAX + 1 });
    if (stored.length > USAGE_ROWS_MAX) {
      throw refuse('to', `the period has more than ${USAGE_ROWS_MAX} rows; choose a shorter one`);
    }
    const days = [await usage.findFirstDay(organizationId), ...pending.map(({ day }) => day)];
    const isIncluded = ({ day }: UsageCount) => day >= period.from && day <= period.to;
    return {
      since: days.filter((day) => day !== null).sort()[0] ?? null,
      rows: addPending(stored, pending.filter(isIncluded)).sort(compareRows),
    };
  }

  /** Lists what is on air and has not been counted yet, as the next change will count it. */
  async #listPending(organizationId: string): Promise<UsageCount[]> {
    const pending: UsageCount[] = [];
    for (const id of await this.#storage.usage.listOpenLives(organizationId)) {
      const state = await this.#lives.find(id);
      if (!state) continue;
      const things = this.#listUsed(state);
      const keys = things.map(({ key }) => key);
      const { counted } = countUsage(state.record.usage, { before: keys, after: keys }, this.#clock());
      for (const { key, day } of counted) {
        pending.push({ ...things.find((thing) => thing.key === key)!, day, liveId: id, count: 1 });
      }
    }
    return pending;
  }
}

/** Returns a row as the API shows it. */
export const toPublicUsage = ({ liveId, key: _, ...row }: UsageCount): UsageRow => ({ live_id: liveId, ...row });

function addPending(stored: readonly UsageCount[], pending: readonly UsageCount[]): UsageCount[] {
  const rows = new Map<string, UsageCount>();
  for (const row of [...stored, ...pending]) {
    const id = JSON.stringify([row.day, row.liveId, row.key]);
    rows.set(id, { ...row, count: row.count + (rows.get(id)?.count ?? 0) });
  }
  return [...rows.values()];
}

const compareRows = (one: UsageCount, other: UsageCount): number =>
  compare(one.day, other.day) ||
  compare(one.liveId, other.liveId) ||
  compare(other.what, one.what) ||
  compare(one.title, other.title) ||
  compare(one.key, other.key);
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function requirePeriod({ from, to }: UsagePeriod): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0) throw refuse('to', 'must not be before `from`');
  if (days > USAGE_PERIOD_MAX_DAYS) throw refuse('to', `must be at most ${USAGE_PERIOD_MAX_DAYS} days after \`from\``);
}

const refuse = (parameter: string, message: string): LecternError =>
  new LecternError('invalid_fields', undefined, { errors: [{ parameter, message }] });
