import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readPeakKibibytes } from './process-cost.ts';

const LOOK_MILLISECONDS = 5;
/** Unit in which Linux counts CPU time. */
const TICKS_PER_SECOND = 100;

/** Resources that a process used from start to end; CPU time and memory are NaN where the system has no /proc. */
export interface ProcessCost {
  readonly seconds: number;
  /** CPU time of all threads. */
  readonly cpuSeconds: number;
  /** The most resident memory. */
  readonly peakMebibytes: number;
}

/**
 * Runs a program with this Node on any processor. What it used is looked at every few milliseconds, so that nothing is
 * added to it. Throws with what it wrote when it fails.
 */
export async function runFresh(args: readonly string[], env: Record<string, string> = {}): Promise<ProcessCost> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let cpuSeconds = Number.NaN;
  let peakKibibytes = Number.NaN;
  const look = () => {
    // One that has just ended has no memory any more.
    peakKibibytes = readPeakKibibytes(child.pid!) || peakKibibytes;
    cpuSeconds = readCpuSeconds(child.pid!) ?? cpuSeconds;
  };
  const looking = setInterval(look, LOOK_MILLISECONDS);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const [code, signal] = await once(child, 'exit');
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(looking);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${signal ?? code}: ${complaint}`);
  return { seconds, cpuSeconds, peakMebibytes: peakKibibytes / 1024 };
}

/**
 * CPU time of all threads, including ended ones. [proc_pid_stat(5): utime and stime follow 11 fields after the name in
 * brackets]
 */
function readCpuSeconds(pid: number): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  const [user, system] = readFileSync(file, 'latin1').split(') ')[1]!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}
