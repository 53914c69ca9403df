import { join } from 'node:path';

/** The folder of package.json. This file is two folders below it, and so is the built program in `dist/program`. */
export const ROOT_FOLDER = join(import.meta.dirname, '../..');
