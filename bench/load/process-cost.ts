import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** CPU time a process has used so far, all threads, microseconds; null where the system has no /proc. */
export function readCpuMicroseconds(pid: number): number | null {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return null;
  let nanoseconds = 0;
  for (const task of readdirSync(tasks)) {
    nanoseconds += Number(readFileSync(`${tasks}/${task}/schedstat`, 'latin1').split(' ')[0]);
  }
  return nanoseconds / 1000;
}

/** Resident memory of a process, KiB; null where the system has no /proc. */
export function readResidentKibibytes(pid: number): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  return Number(/VmRSS:\s*(\d+) kB/.exec(readFileSync(status, 'latin1'))?.[1]);
}

/** How much of something a process used between two readings; null when either is missing. */
export function difference(after: number | null, before: number | null): number | null {
  return after === null || before === null ? null : after - before;
}
