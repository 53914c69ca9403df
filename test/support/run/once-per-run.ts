import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataDirectory } from '../server/database.ts';

/** How long creation may take on a loaded machine. It usually takes seconds. */
const MADE_MAX_MS = 60_000;
const LOOK_EVERY_MS = 20;

let own: string | undefined;

/** The run's folder (see global-setup.ts), or one of this process's own when a test file runs alone. */
function runFolder(): string {
  own ??= process.env.LECTERN_TEST_RUN_FOLDER ?? createDataDirectory();
  return own;
}

/**
 * Returns data that all test files of a run may copy and none may change. The first caller creates it in a folder that
 * is removed after the run; the others wait. The value that `make` returns is passed to them as JSON.
 */
export async function oncePerRun<Made>(name: string, make: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = join(runFolder(), name);
  const stored = `${folder}.json`;
  const deadline = Date.now() + MADE_MAX_MS;
  while (!existsSync(stored)) {
    if (isFirst(folder)) await makeAndStore(folder, stored, make);
    else await sleep(LOOK_EVERY_MS);
    if (Date.now() > deadline) throw new Error(`${name} was not made in time.`);
  }
  return JSON.parse(readFileSync(stored, 'utf8')) as Made;
}

/** Creates the folder, which succeeds for one process only. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Runs `make` and stores its value. If it fails, the next caller makes it. */
async function makeAndStore(folder: string, stored: string, make: (folder: string) => Promise<unknown>): Promise<void> {
  try {
    writeFileSync(`${stored}.part`, JSON.stringify(await make(folder)));
    renameSync(`${stored}.part`, stored);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
