import { SETTINGS } from '../../src/config/settings.ts';
import * as limits from '../../src/contract/limits.ts';
import { toCode, toDocument, toNumber, toTable } from './markdown.ts';
import { toDefault } from './settings.ts';

const INTRODUCTION = `# Limits

Written by \`node bin/write-reference.ts\`; a test holds it against the code. What a request past a limit gets is told by the error's code
(\`/problems\` lists them). References such as [D17] are numbers of the decisions document.`;

/** Whether a setting is one. */
const isLimit = ({ name, fallback }: (typeof SETTINGS)[number]): boolean => name !== 'PORT' && /^\d+$/.test(fallback);

/** docs/reference/limits.md, made of the settings and of the source of contract/limits.ts. */
export function toLimitsDocument(limitsSource: string): string {
  return toDocument([
    INTRODUCTION,
    '## What an installation can change',
    'These are [settings](settings.md); `lectern config` shows the present values.',
    toTable(
      ['setting', 'default', 'meaning'],
      SETTINGS.filter(isLimit).map((setting) => [toCode(setting.name), toDefault(setting), setting.meaning]),
    ),
    '## What is fixed',
    toTable(['limit', 'value', 'meaning'], toFixedLimits(limitsSource)),
  ]);
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
    const row = [toCode(name), toText(values[name]), meaning];
    meaning = '″';
    return [row];
  });
}

const toText = (value: unknown): string => (typeof value === 'number' ? toNumber(value) : JSON.stringify(value));
