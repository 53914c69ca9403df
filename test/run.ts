/**
 * Runs the tests: `node test/run.ts` runs all of them, `node test/run.ts --quick` those that need one process on
 * SQLite. Several runners work at a time. Each report is printed when it is complete, followed at the end by the
 * failures and the totals.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { globalSetup, globalTeardown, shareFolder } from './support/run/global-setup.ts';
import {
  BROWSER,
  CONSOLE,
  ISOLATED,
  POSTGRES_TITLES,
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

/** One process of Node's test runner. */
interface Runner {
  readonly name: string;
  readonly options: readonly string[];
  readonly files: readonly string[];
}

interface Report {
  readonly name: string;
  readonly text: string;
  readonly passed: boolean;
}

/** Runners that each have a part of the files in one process. */
function share(name: string, files: readonly string[], parts: number, options: readonly string[] = []): Runner[] {
  return Array.from({ length: parts }, (_, index) => ({
    name: `${name}, ${index + 1} of ${parts}`,
    options: [...options, RUN_FILES],
    files: files.filter((_, place) => place % parts === index),
  }));
}

/** More parts than there are cores: some tests wait for time to pass. */
const quick = (): Runner[][] =>
  share('unit and conformance', find(QUICK), 4, [`--test-skip-pattern=${POSTGRES_TITLES}`]).map((runner) => [runner]);

/**
 * Rows of runners that follow each other, about equally long: what needs a browser is one of them. A process keeps all
 * servers that its tests have started in memory, so two with fewer files follow each other.
 */
const all = (): Runner[][] => [
  [{ name: 'a process for each file', options: ['--test', '--test-concurrency=2'], files: find(ISOLATED) }],
  ...inRows(share('files that share a process', find(SHARED), 4), 2),
  [
    ...share('the viewer', find(VIEWER), 1),
    ...share('the console', find(CONSOLE), 1),
    ...share('the workspace', find(WORKSPACE), 1),
    ...share('the other pages', find(BROWSER), 1),
  ],
];

function inRows(runners: readonly Runner[], rows: number): Runner[][] {
  return Array.from({ length: rows }, (_, row) => runners.filter((_, index) => index % rows === row));
}

const find = (patterns: readonly string[]): string[] => globSync(patterns, { cwd: ROOT }).sort();

async function run({ name, options, files }: Runner): Promise<Report> {
  console.log(`started: ${name}`);
  const child = spawn(process.execPath, [...OPTIONS, ...options, ...files], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  return { name, text: plain, passed: code === 0 && /^ℹ fail 0$/m.test(plain) };
}

async function runRow(runners: readonly Runner[]): Promise<Report[]> {
  const reports: Report[] = [];
  for (const runner of runners) reports.push(await run(runner));
  return reports;
}

const ENDINGS = ['SIGINT', 'SIGTERM'] as const;

/** Formats the failures of each report and the totals in the runner's own form. */
function summarize(reports: readonly Report[]): string {
  const failures = reports
    .filter(({ passed }) => !passed)
    .map(({ name, text }) => {
      const at = text.indexOf(FAILING);
      return `✖ ${name}\n${at === -1 ? 'It failed outside its tests, or did not come to its end: see its report above.' : text.slice(at + FAILING.length)}`;
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
const [mode, ...others] = process.argv.slice(2);
if ((mode !== undefined && mode !== '--quick') || others.length > 0) {
  console.error('Usage: node test/run.ts [--quick]. CONTRIBUTING.md says how to run one file.');
  process.exit(2);
}
const isQuick = mode === '--quick';
let reports: Report[];
try {
  // The quick tests need no PostgreSQL.
  if (isQuick) shareFolder();
  else await globalSetup();
  reports = (await Promise.all((isQuick ? quick() : all()).map(runRow))).flat();
} finally {
  await globalTeardown();
}
console.log(`${summarize(reports)}\nℹ duration ${Math.round((performance.now() - started) / 1000)} s`);
process.exitCode = reports.every(({ passed }) => passed) ? 0 : 1;
