/**
 * Runs the tests, and beside them the checks of types and style. `--quick` runs tests that need one process on SQLite.
 * `--full` runs all rounds, engines, languages and sizes. Each report is printed when it is complete, followed at the
 * end by the failures and the totals.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { globalSetup, globalTeardown, shareFolder } from './support/run/global-setup.ts';
import {
  BROWSER,
  CONSOLE,
  POSTGRES_TITLES,
  PROCESSES,
  QUICK,
  SHARED,
  VIEWER,
  WORKSPACE,
} from './support/run/test-groups.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OPTIONS = [
  '--import=./test/support/run/untracked-resources.ts',
  '--import=./test/support/run/end-in-time.ts',
  '--test-timeout=240000',
  '--test-reporter=spec',
] as const;
/**
 * Runs files in its own process. With `--test --test-isolation=none`, an error is lost if its file has already begun to
 * register tests.
 */
const RUN_FILES = 'test/support/run/run-files.ts';
/** How long processes that a runner's tests left behind may keep its output open after it has ended. */
const OUTPUT_MAX_MS = 10_000;
const FAILING = '✖ failing tests:';
/** Characters of the output that the summary repeats if something failed outside of tests. */
const OUTSIDE_TESTS_MAX = 4_000;

/** A command, such as a process of Node's test runner with some of the files. */
interface Runner {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Whether it prints totals of tests. */
  readonly isTest: boolean;
}

interface Report {
  readonly name: string;
  readonly text: string;
  readonly passed: boolean;
}

const script = (name: string): Runner => ({ name, command: 'npm', args: ['run', name], isTest: false });

const files = (name: string, options: readonly string[], paths: readonly string[]): Runner => ({
  name,
  command: process.execPath,
  args: [...OPTIONS, ...options, ...paths],
  isTest: true,
});

/** Runners that each have a part of the files, in one process unless `options` say otherwise. */
const share = (
  name: string,
  patterns: readonly string[],
  parts: number,
  options: readonly string[] = [RUN_FILES],
): Runner[] =>
  Array.from({ length: parts }, (_, index) =>
    files(
      `${name}, ${index + 1} of ${parts}`,
      options,
      find(patterns).filter((_, place) => place % parts === index),
    ),
  );

const CHECKS = [script('types'), script('lint')];

/** The longest come first. A process keeps all servers that its tests have started in memory, so it has few files. */
const RUNNERS: Record<Mode, () => Runner[]> = {
  quick: () => [
    ...CHECKS,
    ...share('unit and conformance', QUICK, 4, [`--test-skip-pattern=${POSTGRES_TITLES}`, RUN_FILES]),
  ],
  usual: () => [
    ...CHECKS,
    ...share('the other pages', BROWSER, 1),
    ...share('the workspace', WORKSPACE, 1),
    ...share('faults, commands and clients', PROCESSES, 3),
    ...share('files that share a process', SHARED, 4),
    ...share('the viewer', VIEWER, 1),
    ...share('the console', CONSOLE, 1),
  ],
  full: () => RUNNERS.usual(),
};

type Mode = 'usual' | 'quick' | 'full';

const find = (patterns: readonly string[]): string[] => globSync(patterns, { cwd: ROOT }).sort();

async function run({ name, command, args, isTest }: Runner): Promise<Report> {
  console.log(`started: ${name}`);
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ENDINGS) process.on(signal, end);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  await Promise.race([closed, sleep(OUTPUT_MAX_MS, undefined, { ref: false })]);
  for (const signal of ENDINGS) process.off(signal, end);
  console.log(`\nended: ${name}\n\n${text}`);
  // A process that something ended early has no totals, whatever its exit code is.
  const plain = stripVTControlCharacters(text);
  return { name, text: plain, passed: code === 0 && (!isTest || /^ℹ fail 0$/m.test(plain)) };
}

/** Runs two more processes than there are cores: many tests wait for time to pass. */
async function runAll(runners: readonly Runner[]): Promise<Report[]> {
  const waiting = runners.values();
  const reports: Report[] = [];
  const work = async () => {
    for (const runner of waiting) reports.push(await run(runner));
  };
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, work));
  return reports;
}

const ENDINGS = ['SIGINT', 'SIGTERM'] as const;

/** Formats the failures of each report and the totals in the runner's own form. */
function summarize(reports: readonly Report[]): string {
  const failures = reports
    .filter(({ passed }) => !passed)
    .map(({ name, text }) => {
      const at = text.indexOf(FAILING);
      return `✖ ${name}\n${at === -1 ? text.slice(-OUTSIDE_TESTS_MAX) : text.slice(at + FAILING.length)}`;
    });
  const totals = new Map<string, number>();
  for (const { text } of reports) {
    for (const [, name, count] of text.matchAll(/^ℹ (tests|suites|pass|fail|cancelled|skipped|todo) (\d+)$/gm)) {
      totals.set(name!, (totals.get(name!) ?? 0) + Number(count));
    }
  }
  return [...failures, ...[...totals].map(([name, count]) => `ℹ ${name} ${count}`)].join('\n');
}

const started = performance.now();
const [option, ...others] = process.argv.slice(2);
const mode = ({ '--quick': 'quick', '--full': 'full' } as const)[option ?? ''] ?? 'usual';
if ((option !== undefined && mode === 'usual') || others.length > 0) {
  console.error('Usage: node test/run.ts [--quick | --full]. CONTRIBUTING.md says how to run one file.');
  process.exit(2);
}
if (mode === 'full') process.env.LECTERN_TEST_FULL = '1';
let reports: Report[];
try {
  // The quick tests need no PostgreSQL.
  if (mode === 'quick') shareFolder();
  else await globalSetup();
  reports = await runAll(RUNNERS[mode]());
} finally {
  await globalTeardown();
}
console.log(`${summarize(reports)}\nℹ duration ${Math.round((performance.now() - started) / 1000)} s`);
process.exitCode = reports.every(({ passed }) => passed) ? 0 : 1;
