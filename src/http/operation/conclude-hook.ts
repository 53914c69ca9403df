/** Tells a hook when the work is done; at once where nothing has to be waited for. */
export function concludeHook(work: void | Promise<void>, done: (error?: Error) => void): void {
  if (work) work.then(() => done(), done);
  else done();
}
