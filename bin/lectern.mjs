#!/usr/bin/env node
import './check-node.mjs';
import './quick-start.mjs';

const { runCommandLine } = await import('../src/cli/main.ts');
// Not process.exit: what is written to a pipe has to arrive first.
process.exitCode = await runCommandLine(process.argv.slice(2));
