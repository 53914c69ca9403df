/** An order of service of another program. [D65] */
export interface ImportedPlan {
  readonly title: string;
  /** `YYYY-MM-DD`, or null if the file does not say it. */
  readonly date: string | null;
  readonly entries: readonly ImportedPlanEntry[];
}

/** An entry without a song and without a passage is a heading. */
export interface ImportedPlanEntry {
  readonly title: string;
  readonly note?: string;
  /** Name of a song of the same import, by its `name` there. */
  readonly song?: string;
  /** A passage as the file has it, such as "John 3:16". */
  readonly passage?: string;
  readonly minutes?: number;
  readonly person?: string;
}
