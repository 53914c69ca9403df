/** Whether every case runs: all rounds, engines, languages and sizes. `npm run test:all` sets it. */
export const IS_FULL = process.env.LECTERN_TEST_FULL === '1';

/** Returns what `npm test` uses, or what `npm run test:all` uses. */
export const inFullRun = <Value>(full: Value, usual: Value): Value => (IS_FULL ? full : usual);
