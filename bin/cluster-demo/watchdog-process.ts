/**
 * Outlives the demo, however that ends. Usage: `node watchdog-process.ts FOLDER`. Standard input says `watch PID` and
 * `forget PID`; when it closes (kill -9 of the demo closes it too), the processes are ended and FOLDER is removed.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node watchdog-process.ts FOLDER');

const watched = new Set<number>();
for await (const line of createInterface({ input: process.stdin })) {
  const [word, pid] = line.split(' ');
  if (word === 'watch') watched.add(Number(pid));
  else watched.delete(Number(pid));
}
for (const pid of watched) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended in the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
