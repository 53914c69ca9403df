/**
 * Outlives the demo, however it ends. Usage: `node watchdog-process.ts FOLDER`. Standard input has lines `watch PID`
 * and `forget PID`. When it closes, which `kill -9` of the demo causes too, the processes are killed and FOLDER is
 * removed.
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
    // The process has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
