/**
 * Runs test files in this process: `node test/support/run/run-files.ts FILE...`. An error while a file is loaded ends
 * the process with exit code 1, even if the file has already registered tests.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href);
