import type { AnyCommand } from '../../src/cli/command.ts';
import {
  ABOUT,
  EXIT_CODES,
  GLOBAL_OPTIONS,
  toExample,
  toMeaning,
  toNotes,
  toUsage,
} from '../../src/cli/command-words.ts';
import { COMMAND_GROUPS, COMMANDS } from '../../src/cli/commands.ts';
import { INVOCATION } from '../../src/cli/invocation.ts';
import { toCode, toDocument, toTable } from './markdown.ts';

const INTRODUCTION = `# Commands

Written by \`node bin/write-reference.ts\`; a test holds it against the code. \`--help\` behind a command tells the same.

From the folder of Lectern a command is \`${INVOCATION} COMMAND\`, with the [settings](settings.md) of the server;
[as a service](../how-to/systemd.md) and [in a container](../how-to/docker.md) it is \`lectern COMMAND\`.
${ABOUT}`;

const NOTATION = `In what follows \`<…>\` stands for a value, \`(a | b)\` for exactly one of them, \`[a | b]\` for one or none, and \`[options]\` for those of the
table that are not named before. Behind \`--\` a word that begins with \`-\` is an argument.`;

/** docs/reference/commands.md, made of the table of commands. */
export function toCommandsDocument(): string {
  return toDocument([
    INTRODUCTION,
    toTable(
      ['command', 'what it does'],
      COMMANDS.map(({ name, summary }) => [`[${toCode(name)}](#${name.replaceAll(' ', '-')})`, summary]),
    ),
    '## Of every command',
    toTable(
      ['option', 'meaning'],
      Object.values(GLOBAL_OPTIONS).map(({ flags, meaning }) => [toCode(flags), meaning]),
    ),
    'With `--json` a command that fails prints `{"error": {"code": "…", "detail": "…"}}`, also where it was called in a wrong way.',
    toTable(
      ['exit code', 'meaning'],
      Object.entries(EXIT_CODES).map(([code, meaning]) => [code, meaning]),
    ),
    NOTATION,
    ...COMMANDS.flatMap((command, at) => [...toGroupHeading(command, COMMANDS[at - 1]), ...toSection(command)]),
  ]);
}

const groupOf = ({ name }: AnyCommand): string => name.split(' ').slice(0, -1).join(' ');

/** Where a group begins. */
function toGroupHeading(command: AnyCommand, before: AnyCommand | undefined): string[] {
  const group = groupOf(command);
  if (group === '' || (before && groupOf(before) === group)) return [];
  return [`## ${group}`, `${COMMAND_GROUPS[group]}.`];
}

function toSection(command: AnyCommand): string[] {
  const { name, summary, arguments: positional = [], options = [] } = command;
  const rows = [
    ...positional.map(({ flags, meaning }) => [toCode(flags), meaning]),
    ...options.map((option) => [toCode(option.flags), toMeaning(option)]),
  ];
  return [
    `${groupOf(command) === '' ? '##' : '###'} ${name}`,
    [`${summary}.`, ...toNotes(command)].join(' '),
    `\`\`\`\nlectern ${toUsage(command)}\n\`\`\``,
    ...(rows.length === 0 ? [] : [toTable(['argument or option', 'meaning'], rows)]),
    ...(command.example ? [`\`\`\`sh\n${toExample(command)}\n\`\`\``] : []),
  ];
}
