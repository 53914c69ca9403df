/** One result of the doctor. */
export interface Check {
  readonly name: string;
  readonly level: 'ok' | 'warning' | 'problem';
  readonly finding: string;
  /** The suggested fix, or null if the check passed. */
  readonly next: string | null;
}

export const ok = (name: string, finding: string): Check => ({ name, level: 'ok', finding, next: null });

/** Something that works, but not as it should. */
export const warning = (name: string, finding: string, next: string): Check => ({
  name,
  level: 'warning',
  finding,
  next,
});

/** Something that does not work, or will fail. */
export const problem = (name: string, finding: string, next: string): Check => ({
  name,
  level: 'problem',
  finding,
  next,
});
