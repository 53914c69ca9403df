/**
 * Outlives the process that started a PostgreSQL for its tests, however that process ends.
 *
 * Usage: `node postgres-watchdog.ts FOLDER`. Standard input carries the id of the running server, one a line, 0 when it
 * has ended. When standard input closes (kill -9 of the parent closes it too) the server is ended and FOLDER removed.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const END_WAIT_MILLISECONDS = 5_000;

const folder = process.argv[2];
if (!folder) throw new Error('usage: node postgres-watchdog.ts FOLDER');

let server = 0;
for await (const line of createInterface({ input: process.stdin })) server = Number(line);

// SIGQUIT is PostgreSQL's "immediate" shutdown: its data is thrown away anyway.
if (server > 0 && signal('SIGQUIT')) {
  const deadline = Date.now() + END_WAIT_MILLISECONDS;
  while (signal(0) && Date.now() < deadline) await delay(20);
  signal('SIGKILL');
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** False when there is no such process any more. */
function signal(name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(server, name);
  } catch {
    return false;
  }
}
