#!/usr/bin/env node
import './check-node.mjs';
import { importProgram } from './program.mjs';

const { runCommandLine } = await importProgram('cli.js', 'src/cli/main.ts');
// Not process.exit: what is written to a pipe has to arrive first.
process.exitCode = await runCommandLine(process.argv.slice(2));
