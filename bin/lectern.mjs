#!/usr/bin/env node
import './check-node.mjs';
// Imported as a whole: an old Node lacks some of its names, and should come as far as the check above.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/lectern', import.meta.url)));
const { runCommandLine } = await import('../src/cli/main.ts');
// Not process.exit: what is written to a pipe has to arrive first.
process.exitCode = await runCommandLine(process.argv.slice(2));
