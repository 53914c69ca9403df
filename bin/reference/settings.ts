import { SETTINGS } from '../../src/config/settings.ts';
import { toCode, toDocument, toTable } from './markdown.ts';

const INTRODUCTION = `# Settings

Written by \`node bin/write-reference.ts\`; a test holds it against the code. Settings are environment variables, read at the start; one
that is empty counts as not set. The server and the [commands](commands.md) read the same ones. One that cannot be used is refused with what
it must be; a name that begins with \`LECTERN_\` and is none of these is in the log of the server, and told by \`lectern doctor\`.`;

/** What tells more than a row can. */
const GUIDES: Readonly<Record<string, string>> = {
  LECTERN_DATABASE_URL: '[Run with PostgreSQL](../how-to/run-with-postgresql.md)',
};

/** docs/reference/settings.md, made of the table of settings. */
export function toSettingsDocument(): string {
  const secrets = SETTINGS.filter(({ secret }) => secret).map(({ name }) => toCode(name));
  return toDocument([
    INTRODUCTION,
    `\`lectern config\` shows the present values; of ${secrets.join(' and ')} it tells only whether they are set.`,
    toTable(
      ['setting', 'default', 'meaning'],
      SETTINGS.map((setting) => [toCode(setting.name), toDefault(setting), toMeaning(setting)]),
    ),
  ]);
}

type Setting = (typeof SETTINGS)[number];

/** As it can be typed; what is computed is described in words. */
export function toDefault({ fallback }: Setting): string {
  if (fallback === '') return '–';
  return fallback.includes(' ') ? fallback : toCode(fallback);
}

function toMeaning(setting: Setting): string {
  const guide = GUIDES[setting.name];
  return guide === undefined ? setting.meaning : `${setting.meaning}. ${guide}`;
}
