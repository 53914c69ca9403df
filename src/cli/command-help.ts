import type { AnyCommand, CommandOption } from './command.ts';
import { INVOCATION } from './invocation.ts';

// Formats the table of commands, for --help and for docs/reference/commands.md.

export const PROGRAM_DESCRIPTION =
  'Most commands work on this installation, whether its server is running or not ("restore" needs it stopped). ' +
  'login, whoami, logout and the commands that operate a Live (now, push, next …) work with any server.';

/** Options that every command takes. */
export const GLOBAL_OPTIONS = {
  version: { flags: '-V, --version', description: 'Print the version' },
  json: { flags: '--json', description: 'Print one JSON document and nothing else' },
  help: { flags: '-h, --help', description: 'Show this help' },
} as const;

/** Exit codes, with their meaning. [D47] */
export const EXIT_CODES = {
  0: 'done',
  1: 'failed; the message gives the reason',
  2: 'usage error; nothing was done',
  '128+n': 'terminated by signal n',
} as const;

/** Returns the usage line: the name, the arguments, the required options, and `[options]` if there are others. */
export function formatUsage({ name, arguments: positional = [], options = [] }: AnyCommand): string {
  const alternatives = options.filter(({ alternative }) => alternative);
  const others = options.filter(({ alternative }) => !alternative);
  const choice = alternatives.map(({ flags }) => flags).join(' | ');
  return [
    name,
    ...positional.map(({ flags }) => flags),
    ...(choice === '' ? [] : [alternatives.some(({ required }) => required) ? `(${choice})` : `[${choice}]`]),
    ...others.filter(({ required }) => required).map(({ flags }) => flags),
    ...(others.some(({ required }) => !required) ? ['[options]'] : []),
  ].join(' ');
}

/**
 * Returns the description of an option, with the values it takes and its default. A value rule that depends on other
 * options is shown as it applies without them.
 */
export function describeOption({ description, takes, isList, fallback }: CommandOption): string {
  const rule = typeof takes === 'function' ? takes({}) : takes;
  return [
    description,
    ...(rule ? [`: ${isList ? 'a comma-separated list, each ' : ''}${rule.expected}`] : []),
    ...(fallback === undefined ? [] : [`; default: ${fallback}`]),
  ].join('');
}

/**
 * Returns sentences about a command's special behaviour: whether it creates an installation, and when it exits with 1.
 */
export const listCommandNotes = (command: AnyCommand): string[] => [
  ...(command.createsInstallation ? ['Creates an installation if none exists.'] : []),
  ...('fails' in command && command.fails ? [`Exits with 1 if ${command.fails.when}.`] : []),
];

export const formatExample = ({ name, example }: AnyCommand): string => `${INVOCATION} ${name} ${example}`;
