import { statSync } from 'node:fs';

/**
 * Returns whether a path exists. Throws if this user has no permission to check, unlike existsSync, which returns
 * false.
 */
export const pathExists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
