import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import { readConfig } from '../config/config.ts';
import { packageVersion } from '../package/package-version.ts';
import { type AnyCommand, type CommandCall, UsageError } from './command.ts';
import { type CommandFailure, toCommandFailure } from './command-failure.ts';
import { CLI_COMMANDS } from './commands.ts';
import { INVOCATION } from './invocation.ts';
import { buildProgram, resolveCommandPath } from './program.ts';
import { runCommand } from './run-command.ts';
import { openProgress } from './terminal/progress.ts';
import { readStdin } from './terminal/stdin.ts';
import { printError, type Terminal, terminal, withTerminal } from './terminal/terminal.ts';

/** Runs a command line on a terminal. Returns the exit code: 0 done, 1 failed, 2 usage error. [D47] */
export const runCommandLine = (words: readonly string[], given: Terminal = process): Promise<number> =>
  withTerminal(given, () => runWords(words));

const OWN_STDOUT = new Set(CLI_COMMANDS.flatMap((each) => ('ownsStdout' in each ? [each.name] : [])));

async function runWords(words: readonly string[]): Promise<number> {
  const meant = resolveCommandPath(words);
  const ownsStdout = OWN_STDOUT.has(meant.path.join(' '));
  // Reads the raw words, so that usage errors are reported as JSON too.
  const json = words.includes('--json') && !ownsStdout;
  let shown = '';
  const program = buildProgram({
    version: packageVersion(),
    out: (text) => {
      shown += text;
    },
    error: (text) => {
      if (!json) terminal().stderr.write(text);
    },
  });
  try {
    const call = await program.parse(words);
    const showProgress = (title: string) => openProgress(title, !json);
    const document = await run(call.command, { ...call, readStdin, showProgress, showLine: json ? null : printOut });
    if (!ownsStdout) printOut(json ? JSON.stringify(document) : call.command.toText(document));
    return 'fails' in call.command && call.command.fails?.isFailure(document) ? 1 : 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      const key = error.code === 'commander.version' ? 'version' : 'help';
      printOut(json ? JSON.stringify({ [key]: shown.trimEnd() }) : shown.trimEnd());
      return 0;
    }
    // A command is missing: commander has already shown the help.
    if (error instanceof CommanderError && error.code === 'commander.help' && !json) return 2;
    const failure = toCommandFailure(error instanceof CommanderError ? toUsageError(error, meant.next) : error);
    printFailure(failure, json, meant.path);
    return failure.exitCode;
  }
}

async function run(command: AnyCommand, typed: CommandCall): Promise<unknown> {
  if ('local' in command) return command.local(typed);
  const executed = (input: unknown) => runCommand(readConfig(terminal().env), command, input);
  return 'run' in command ? command.run(typed, executed) : executed(await command.toInput(typed));
}

/**
 * Converts commander's error to a one-line message without its prefix. Commander has no message if the command is
 * missing.
 */
function toUsageError({ code, message }: CommanderError, next: readonly string[]): UsageError {
  const line = message.replace(/^error: /, '').replaceAll('\n', ' ');
  const commands = `Available commands: ${next.join(', ')}.`;
  if (code === 'commander.help') return new UsageError(`No command was given. ${commands}`);
  return new UsageError(code === 'commander.unknownCommand' ? `${line}. ${commands}` : line);
}

/**
 * Prints a failure to standard error, or to standard output as JSON. `path`: the words of the command, as far as they
 * are known.
 */
function printFailure({ code, detail, exitCode, stack }: CommandFailure, json: boolean, path: readonly string[]): void {
  if (json) printOut(JSON.stringify({ error: { code, detail } }));
  else printError(`${styleText('red', 'Error:', { stream: terminal().stderr })} ${detail}`);
  if (stack) printError(stack);
  if (exitCode === 2 && !json) printError(`For help: ${[INVOCATION, ...path, '--help'].join(' ')}`);
}

const printOut = (text: string): void => {
  terminal().stdout.write(`${text}\n`);
};
