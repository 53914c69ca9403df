import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT_FOLDER } from './root-folder.ts';

/** The version of this Lectern. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT_FOLDER, 'package.json'), 'utf8')) as { version: string }).version;
}
