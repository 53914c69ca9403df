import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Timeout of a command. A restore takes some seconds, but half a minute on a busy machine. */
const HANGS_MS = 120_000;

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A document of any shape. Each test names the fields that it expects. */
// biome-ignore lint/suspicious/noExplicitAny: what is missing fails in the test that names it
type Document = any;

interface Setting {
  dataDir: string;
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
}

/** Runs the command in this process, with a clean environment and streams of its own. */
export async function runLectern(words: readonly string[], setting: Setting): Promise<Run> {
  const stdin = Readable.from(setting.stdin === undefined ? [] : [Buffer.from(setting.stdin)]);
  const written = { stdout: '', stderr: '' };
  const sink = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += chunk;
        done();
      },
    });
  const terminal = { env: toEnvironment(setting), stdin, stdout: sink('stdout'), stderr: sink('stderr') };
  const code = await runCommandLine(words, terminal as unknown as Terminal);
  return { code, ...written };
}

const toEnvironment = ({ dataDir, env }: Setting) => {
  const { PATH, HOME, SystemRoot, TMPDIR } = process.env;
  return { PATH, HOME, SystemRoot, TMPDIR, LECTERN_DATA_DIR: dataDir, ...env };
};

/** Runs the command with `--json`. Returns the exit code and the single document on standard output. */
export async function runJson(words: readonly string[], setting: Setting) {
  const { code, stdout, stderr } = await runLectern(['--json', ...words], setting);
  return { code, stderr, document: parseOnlyDocument(stdout) };
}

/** Runs a command that must succeed with `--json`, and returns its document. */
export async function requireJson(words: readonly string[], setting: Setting): Promise<Document> {
  const { code, document, stderr } = await runJson(words, setting);
  assert.equal(code, 0, `${words.join(' ')}: ${JSON.stringify(document)} ${stderr}`);
  assert.equal(stderr, '');
  return document;
}

export function parseOnlyDocument(stdout: string): Document {
  assert.match(stdout, /^[^\n]+\n$/, 'one line, ended');
  return JSON.parse(stdout);
}

export async function runProcess(file: string, words: readonly string[], setting: Setting): Promise<Run> {
  const child = spawn(file, words, { cwd: ROOT, env: toEnvironment(setting), timeout: HANGS_MS });
  const run: Run = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    run.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    run.stderr += text;
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  // A command that ends without reading its input is judged by its output.
  child.stdin.once('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' || reject(error));
  child.stdin.end(setting.stdin ?? '');
  child.once('error', reject).once('close', resolve);
  run.code = await promise;
  return run;
}
