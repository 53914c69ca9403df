/** Whether every case runs: all rounds, engines, languages and sizes. `npm run test:all` sets it. */
const IS_FULL = process.env.LECTERN_TEST_FULL === '1';

/** Options of a test that only a full run needs. */
export const FULL_RUN_ONLY = { skip: IS_FULL ? false : '`npm run test:all` runs it' } as const;

/** Returns what a full run uses, or what `npm test` uses. */
export const inFullRun = <Value>(full: Value, usual: Value): Value => (IS_FULL ? full : usual);
