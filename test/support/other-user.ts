const NOBODY = 65534;

/** Where rights are not to be had by changing the mode of a file. */
export const withRights = { skip: process.platform === 'win32' ? 'files have no mode here' : false };

/**
 * Does some work as a user who cannot do more than the mode of a file says: root can, and becomes somebody else meanwhile. All that
 * the work imports is to be there before, and nothing else may go on in this process.
 */
export async function withoutPrivilege<Result>(work: () => Promise<Result>): Promise<Result> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
