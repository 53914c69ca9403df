const UNPRIVILEGED_ID = 65534;

/** Skips tests on systems where file permissions cannot be removed with a file mode. */
export const withRights = { skip: process.platform === 'win32' ? 'files have no mode here' : false };

/**
 * Does some work as a user who is bound by file modes, because root is not. Everything that the work imports must be
 * loaded before, and nothing else may run in this process meanwhile.
 */
export async function withoutPrivilege<Result>(work: () => Promise<Result>): Promise<Result> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(UNPRIVILEGED_ID);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
