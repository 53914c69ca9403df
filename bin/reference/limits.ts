import { SETTINGS } from '../../src/config.ts';
import * as limits from '../../src/contract/limits.ts';

const INTRODUCTION = `# Limits

Written by \`node bin/write-reference.ts\`; a test holds it against the code. What a request past a limit gets is told by the error's code
(\`/problems\` lists them). References such as [D17] are numbers of the decisions document.`;

/** docs/reference/limits.md, made of the settings and of the source of contract/limits.ts. */
export function toLimitsDocument(limitsSource: string): string {
  const settings = SETTINGS.filter(({ name, fallback }) => name !== 'PORT' && /^\d+$/.test(fallback));
  return [
    INTRODUCTION,
    '## What an installation can change',
    'Environment variables; `lectern config` shows the present values.',
    toTable(
      ['setting', 'default', 'meaning'],
      settings.map(({ name, fallback, meaning }) => [`\`${name}\``, toNumber(Number(fallback)), meaning]),
    ),
    '## What is fixed',
    toTable(['limit', 'value', 'meaning'], toFixedLimits(limitsSource)),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** A comment is about all constants below it, up to the next one. */
function toFixedLimits(source: string): string[][] {
  const values: Readonly<Record<string, unknown>> = limits;
  let meaning = '';
  return [...source.matchAll(/\/\*\*(.*?)\*\/|^export const (\w+)/gms)].flatMap(([, comment, name]) => {
    if (name === undefined) {
      meaning = comment!.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim();
      return [];
    }
    const row = [`\`${name}\``, toText(values[name]), meaning];
    meaning = '″';
    return [row];
  });
}

const toText = (value: unknown): string => (typeof value === 'number' ? toNumber(value) : JSON.stringify(value));

const toNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 6 });

function toTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(headings), `|${' --- |'.repeat(headings.length)}`, ...rows.map(line)].join('\n');
}
