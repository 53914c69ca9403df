/** Copies a file and waits until it is on the disk. Usage: `node copy-file.ts SOURCE TARGET`. */
import { closeSync, copyFileSync, fsyncSync, openSync } from 'node:fs';

const [source, target] = process.argv.slice(2);
copyFileSync(source!, target!);
const file = openSync(target!, 'r+');
fsyncSync(file);
closeSync(file);
