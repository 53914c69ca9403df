import { Option, Command as Program } from 'commander';
import { type AnyCommand, type CommandCall, type CommandOption, splitAtCommas, UsageError } from './command.ts';
import {
  describeOption,
  EXIT_CODES,
  formatExample,
  formatUsage,
  GLOBAL_OPTIONS,
  listCommandNotes,
  PROGRAM_DESCRIPTION,
} from './command-help.ts';
import { CLI_COMMANDS, COMMAND_GROUPS } from './commands.ts';
import { INVOCATION } from './invocation.ts';
import { formatFacts } from './terminal/columns.ts';

type Call = Pick<CommandCall, 'arguments' | 'options'> & { command: AnyCommand };

/**
 * Builds the commander program from the table of commands. `parse` throws CommanderError for help (with exit code 0),
 * and CommanderError or UsageError for usage errors.
 */
export function buildProgram({
  version,
  out,
  error,
}: {
  version: string;
  out: (text: string) => void;
  error: (text: string) => void;
}): { parse(words: readonly string[]): Promise<Call> } {
  let call: Call | undefined;
  const program = new Program('lectern')
    .description(`Show Bible verses on live displays. ${PROGRAM_DESCRIPTION}`)
    .usage('COMMAND [options]')
    .version(version, GLOBAL_OPTIONS.version.flags, GLOBAL_OPTIONS.version.description)
    .option(GLOBAL_OPTIONS.json.flags, GLOBAL_OPTIONS.json.description)
    .helpOption(GLOBAL_OPTIONS.help.flags, GLOBAL_OPTIONS.help.description)
    .helpCommand('help [command]', 'Show help for a command')
    .configureHelp({
      showGlobalOptions: true,
      commandUsage: (command) => `lectern ${command.usage()}`,
      subcommandTerm: toTerm,
    })
    // The caller reports errors, as text or as JSON.
    .configureOutput({ writeOut: out, writeErr: error, outputError: () => {} })
    .exitOverride()
    .addHelpText(
      'after',
      [
        `\nIn the Lectern folder, run: ${INVOCATION} COMMAND`,
        'Settings are environment variables. "config" lists them.',
        `Exit codes:\n${formatFacts(EXIT_CODES)}`,
      ].join('\n'),
    );

  const groups = new Map<string, Program>([['', program]]);
  const group = (name: string): Program => {
    const known = groups.get(name);
    if (known) return known;
    const words = name.split(' ');
    const made = group(words.slice(0, -1).join(' ')).command(words.at(-1)!);
    const description = COMMAND_GROUPS[name];
    if (description === undefined) throw new Error(`the group of commands "${name}" has no description`);
    groups.set(name, made.description(description).usage(`${name} COMMAND [options]`));
    return made;
  };

  for (const command of CLI_COMMANDS) {
    const words = command.name.split(' ');
    const leaf = group(words.slice(0, -1).join(' '))
      .command(words.at(-1)!)
      .summary(command.summary)
      .description([command.summary, ...listCommandNotes(command)].join('\n\n'))
      .usage(formatUsage(command));
    for (const { flags, description } of command.arguments ?? []) leaf.argument(flags, description);
    for (const option of command.options ?? []) {
      if (option.required === true && !option.alternative) leaf.requiredOption(option.flags, describeOption(option));
      else leaf.option(option.flags, describeOption(option));
    }
    if (command.example) leaf.addHelpText('after', `\nExample:\n  ${formatExample(command)}`);
    leaf.action(() => {
      call = { command, arguments: leaf.args, options: leaf.opts() };
      validateCall(call);
    });
  }
  return {
    parse: async (words) => {
      await program.parseAsync(toHelpOption(words), { from: 'user' });
      if (!call) throw new Error('commander has chosen no command');
      return call;
    },
  };
}

/**
 * Returns the words of the command that the command line starts with, as far as they match, and the words that can
 * follow.
 */
export function resolveCommandPath(words: readonly string[]): { path: readonly string[]; next: readonly string[] } {
  const names = CLI_COMMANDS.map(({ name }) => name.split(' '));
  const follow = (path: readonly string[]) => {
    const below = names.filter((name) => path.every((word, index) => name[index] === word));
    return [...new Set(below.flatMap((name) => name[path.length] ?? []))];
  };
  const path: string[] = [];
  let next = follow(path);
  // Options of the program and "help" may come first.
  for (const word of words.filter((each) => !each.startsWith('-') && each !== 'help')) {
    if (!next.includes(word)) break;
    path.push(word);
    next = follow(path);
  }
  return { path, next };
}

/**
 * Rewrites "help token create" as "token create --help", because commander's own help command takes a single word.
 * Unknown commands are left as they are.
 */
function toHelpOption(words: readonly string[]): readonly string[] {
  const named = words.filter((word) => !word.startsWith('-'));
  const at = named.indexOf('help');
  if (at < 0) return words;
  const before = resolveCommandPath(named.slice(0, at));
  // After a complete command, "help" is an argument.
  if (before.path.length < at || before.next.length === 0) return words;
  const asked = named.toSpliced(at, 1);
  const { path, next } = resolveCommandPath(asked);
  return path.length === asked.length || next.length === 0 ? [...path, '--help'] : asked;
}

/** Returns how a command or a group appears in a list of commands. */
const toTerm = (command: Program): string =>
  [
    command.name(),
    ...(command.commands.length > 0 ? ['COMMAND'] : []),
    ...command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`)),
  ].join(' ');

/**
 * Throws UsageError for an empty argument, for missing or mutually exclusive options, and for an invalid option value.
 */
function validateCall({ command, arguments: given, options }: Call): void {
  const empty = command.arguments?.find((_, at) => given[at]?.trim() === '');
  if (empty) throw new UsageError(`The argument ${empty.flags} is empty.`);
  const isGiven = ({ flags }: CommandOption) => options[new Option(flags).attributeName()] !== undefined;
  for (const option of command.options ?? []) {
    if (typeof option.required === 'string' && !isGiven(option)) throw new UsageError(option.required);
  }
  const alternatives = (command.options ?? []).filter(({ alternative }) => alternative);
  const chosen = alternatives.filter(isGiven).length;
  const required = alternatives.some((option) => option.required);
  if (chosen > 1 || (chosen === 0 && required)) {
    const names = alternatives.map(({ flags }) => new Option(flags).long).join(' and ');
    throw new UsageError(`Give ${required ? 'exactly' : 'at most'} one of ${names}.`);
  }
  for (const { flags, takes, isList } of command.options ?? []) {
    if (!takes) continue;
    const { expected, parse } = typeof takes === 'function' ? takes(options) : takes;
    const option = new Option(flags);
    const texts = [options[option.attributeName()]].flat().filter((value) => typeof value === 'string');
    const values = isList ? texts.flatMap(splitAtCommas) : texts;
    const wrong = values.find((value) => parse(value) === null);
    if (wrong !== undefined) throw new UsageError(`${option.long} takes ${expected}, not "${wrong}".`);
  }
}
