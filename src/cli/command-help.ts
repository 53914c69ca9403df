import type { AnyCommand, CommandOption } from './command.ts';
import { INVOCATION } from './invocation.ts';

// How the table of commands is told, by help and by docs/reference/commands.md alike.

export const PROGRAM_DESCRIPTION =
  'These commands work on this installation, whether its server runs or not ("restore" only while none does); ' +
  'login, whoami, logout and those that operate a Live (now, push, next …) on any server.';

/** Of every command. */
export const GLOBAL_OPTIONS = {
  version: { flags: '-V, --version', meaning: 'Print the version' },
  json: { flags: '--json', meaning: 'Print one JSON document and nothing else' },
  help: { flags: '-h, --help', meaning: 'Show this help' },
} as const;

/** What a shell is answered. [D47] */
export const EXIT_CODES = {
  0: 'done',
  1: 'failed; the message says why',
  2: 'wrong usage; nothing was done',
  '128+n': 'ended by signal n',
} as const;

/** What has to be typed, and whether there is more that can be. */
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

/** With what it takes, which for some depends on other options: then as without them; and with its default. */
export function describeOption({ meaning, takes, commas, fallback }: CommandOption): string {
  const rule = typeof takes === 'function' ? takes({}) : takes;
  return [
    meaning,
    ...(rule ? [`: ${commas ? 'one or more with commas between them, each ' : ''}${rule.what}`] : []),
    ...(fallback === undefined ? [] : [`; default: ${fallback}`]),
  ].join('');
}

/** Sentences about what sets a command apart. */
export const listCommandNotes = (command: AnyCommand): string[] => [
  ...(command.begins ? ['Begins an installation where there is none.'] : []),
  ...('fails' in command && command.fails ? [`Ends with exit code 1 where ${command.fails.where}.`] : []),
];

export const formatExample = ({ name, example }: AnyCommand): string => `${INVOCATION} ${name} ${example}`;
