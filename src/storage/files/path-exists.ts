import { statSync } from 'node:fs';

/** Whether something is there. Throws where this user may not look, of which existsSync says that nothing is there. */
export const pathExists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
