import { meaningOf, SETTINGS } from '../../src/config.ts';
import { isLimit } from './limits.ts';
import { toCode, toDocument, toNumber, toTable } from './markdown.ts';

const INTRODUCTION = `# Settings

Written by \`node bin/write-reference.ts\`; a test holds it against the code. Settings are environment variables, read at the start; one
that is empty counts as not set. The server and the [commands](commands.md) read the same ones. One that cannot be used is refused with what
it must be; a name that begins with \`LECTERN_\` and is none of these is in the log of the server, and told by \`lectern doctor\`.`;

/** docs/reference/settings.md, made of the table of settings. */
export function toSettingsDocument(): string {
  const secrets = SETTINGS.filter((setting) => 'secret' in setting).map(({ name }) => toCode(name));
  return toDocument([
    INTRODUCTION,
    `\`lectern config\` shows the present values; of ${secrets.join(' and ')} it tells only whether they are set.
A default that is a link is that of a limit.`,
    toTable(
      ['setting', 'default', 'meaning'],
      SETTINGS.map((setting) => [toCode(setting.name), toDefault(setting), meaningOf(setting)]),
    ),
  ]);
}

function toDefault(setting: (typeof SETTINGS)[number]): string {
  const { fallback } = setting;
  if (isLimit(setting)) return `[${toNumber(Number(fallback))}](limits.md#what-an-installation-can-change)`;
  if (fallback === '') return '–';
  // What is computed is described in words.
  return fallback.includes(' ') ? fallback : toCode(fallback);
}
