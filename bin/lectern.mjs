#!/usr/bin/env node
import './check-node.mjs';
import { importProgram } from './program.mjs';

const { runCommandLine } = await importProgram('cli.js', 'src/cli/main.ts');
// Does not use process.exit, so that output to a pipe is not lost.
process.exitCode = await runCommandLine(process.argv.slice(2));
