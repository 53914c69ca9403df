import { AsyncLocalStorage } from 'node:async_hooks';

/** The environment and the streams of a command line. */
export type Terminal = Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr'>;

const current = new AsyncLocalStorage<Terminal>();

/** Returns the terminal of the command line that runs: that of the process, unless the caller gave another. */
export const terminal = (): Terminal => current.getStore() ?? process;

/** Runs a command line on a terminal. */
export const withTerminal = <Result>(given: Terminal, run: () => Promise<Result>): Promise<Result> =>
  current.run(given, run);

/** Prints a line to standard error. */
export const printError = (line: string): void => {
  terminal().stderr.write(`${line}\n`);
};
