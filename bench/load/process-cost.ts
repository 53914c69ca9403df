import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

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
export const readResidentKibibytes = (pid: number) => readStatus(pid, /VmRSS:\s*(\d+) kB/);

/** The most resident memory that a process has had since forgetPeak, KiB; null where the system has no /proc. */
export const readPeakKibibytes = (pid: number) => readStatus(pid, /VmHWM:\s*(\d+) kB/);

export function forgetPeak(pid: number): void {
  const file = `/proc/${pid}/clear_refs`;
  if (existsSync(file)) writeFileSync(file, '5');
}

function readStatus(pid: number, line: RegExp): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  return Number(line.exec(readFileSync(status, 'latin1'))?.[1]);
}

/** How much of something a process used between two readings; null when either is missing. */
export function difference(after: number | null, before: number | null): number | null {
  return after === null || before === null ? null : after - before;
}
