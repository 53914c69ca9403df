/** One line of what the doctor finds. */
export interface Check {
  readonly name: string;
  readonly level: 'ok' | 'warning' | 'problem';
  readonly finding: string;
  /** What to do; null where all is well. */
  readonly next: string | null;
}

export const ok = (name: string, finding: string): Check => ({ name, level: 'ok', finding, next: null });

/** Works, but not as it should. */
export const warning = (name: string, finding: string, next: string): Check => ({
  name,
  level: 'warning',
  finding,
  next,
});

/** Does not work, or will not. */
export const problem = (name: string, finding: string, next: string): Check => ({
  name,
  level: 'problem',
  finding,
  next,
});
