import { Option, Command as Program } from 'commander';
import { INVOCATION } from './columns.ts';
import { type AnyCommand, splitAtCommas, type Typed, UsageError } from './command.ts';
import { COMMAND_GROUPS, COMMANDS } from './commands.ts';

type Call = Pick<Typed, 'arguments' | 'options'> & { command: AnyCommand };

/**
 * Reads words by the table of commands. `parse` throws CommanderError for help (with exit code 0), and that or UsageError for
 * wrong usage.
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
    .description(
      'Bible verses on live displays. These commands work on this installation, whether its server runs or not.',
    )
    .version(version)
    .option('--json', 'print one JSON document and nothing else')
    .configureHelp({ showGlobalOptions: true })
    // Errors are told by the caller, in words or in JSON.
    .configureOutput({ writeOut: out, writeErr: error, outputError: () => {} })
    .exitOverride()
    .addHelpText('after', `\nFrom the folder of Lectern: ${INVOCATION} COMMAND`);

  const groups = new Map<string, Program>([['', program]]);
  const group = (name: string): Program => {
    const known = groups.get(name);
    if (known) return known;
    const words = name.split(' ');
    const made = group(words.slice(0, -1).join(' ')).command(words.at(-1)!);
    const meaning = COMMAND_GROUPS[name];
    if (meaning === undefined) throw new Error(`the group of commands "${name}" has no description`);
    groups.set(name, made.description(meaning));
    return made;
  };

  for (const command of COMMANDS) {
    const words = command.name.split(' ');
    const leaf = group(words.slice(0, -1).join(' ')).command(words.at(-1)!).description(command.summary);
    for (const { flags, meaning } of command.arguments ?? []) leaf.argument(flags, meaning);
    for (const { flags, meaning, required } of command.options ?? []) {
      if (required) leaf.requiredOption(flags, meaning);
      else leaf.option(flags, meaning);
    }
    if (command.example) leaf.addHelpText('after', `\nExample:\n  ${INVOCATION} ${command.name} ${command.example}`);
    leaf.action(() => {
      call = { command, arguments: leaf.args, options: leaf.opts() };
      requireValues(call);
    });
  }
  return {
    parse: async (words) => {
      await program.parseAsync(words, { from: 'user' });
      if (!call) throw new Error('commander has chosen no command');
      return call;
    },
  };
}

/** The command that words begin with, as far as there is one, and the words that can follow. */
export function findMeant(words: readonly string[]): { path: readonly string[]; next: readonly string[] } {
  const names = COMMANDS.map(({ name }) => name.split(' '));
  const follow = (path: readonly string[]) => {
    const below = names.filter((name) => path.every((word, index) => name[index] === word));
    return [...new Set(below.flatMap((name) => name[path.length] ?? []))];
  };
  const path: string[] = [];
  let next = follow(path);
  // Options of the program may stand before.
  for (const word of words.filter((each) => !each.startsWith('-'))) {
    if (!next.includes(word)) break;
    path.push(word);
    next = follow(path);
  }
  return { path, next };
}

/** Throws UsageError for an empty argument, and for an option whose value it does not take. */
function requireValues({ command, arguments: given, options }: Call): void {
  const empty = command.arguments?.find((_, at) => given[at]?.trim() === '');
  if (empty) throw new UsageError(`The argument ${empty.flags} is empty.`);
  for (const { flags, takes, commas } of command.options ?? []) {
    if (!takes) continue;
    const { what, parse } = typeof takes === 'function' ? takes(options) : takes;
    const option = new Option(flags);
    const texts = [options[option.attributeName()]].flat().filter((value) => typeof value === 'string');
    const values = commas ? texts.flatMap(splitAtCommas) : texts;
    const wrong = values.find((value) => parse(value) === null);
    if (wrong !== undefined) throw new UsageError(`${option.long} takes ${what}, not "${wrong}".`);
  }
}
