import type { Songbook } from '../../../contract/schemas/presentation.ts';

/** A song or an edition as a report names it. The key also distinguishes those of one title. [D77] */
export interface UsedThing {
  /** `song` or `edition`, with the id of the deck or the slug of the edition. */
  readonly key: string;
  readonly what: 'song' | 'edition';
  readonly title: string;
  readonly authors: string | null;
  readonly copyright: string | null;
  readonly ccli: string | null;
  readonly songbook: Songbook | null;
}

/** A song or edition that stands or stood on air, until it cannot be counted with a later stay any more. [D77] */
export interface UsageStay {
  readonly key: string;
  /** Since when it is on air, in milliseconds since 1970; null while it is not. */
  readonly since: number | null;
  /** Milliseconds on air of the day before `since`, or before `until`. */
  readonly ms: number;
  /** End of the last stay, in milliseconds since 1970; 0 before it. */
  readonly until: number;
  /** UTC day on which this showing was counted; null while it is not. */
  readonly counted: string | null;
}

/** A showing that is counted: one more on this UTC day. */
export interface CountedUsage extends UsedThing {
  readonly day: string;
}

/** How often a song or edition was shown on a day in a Live. */
export interface UsageCount extends CountedUsage {
  readonly liveId: string;
  readonly count: number;
}

/** The counts of organizations. Commits and deletions of Lives write them. [D77] */
export interface UsageStore {
  /** Lists the counts of the days from `from` to `to`, by day, at most `limit`. */
  list(organizationId: string, period: { from: string; to: string; limit: number }): Promise<UsageCount[]>;
  /** Returns the first day after another that was counted, or null. Without `after`, the first of all. */
  findFirstDay(organizationId: string, after?: string): Promise<string | null>;
  /** Returns the ids of the Lives in which something is on air that may not have been counted. */
  listOpenLives(organizationId: string): Promise<string[]>;
  /** Deletes at most `limit` counts of days before `day`. Returns the number of deleted counts. */
  deleteBefore(day: string, limit: number): Promise<number>;
}
