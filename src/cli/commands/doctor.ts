import { styleText } from 'node:util';
import { readConfig } from '../../config/config.ts';
import { defineLocalCommand } from '../command.ts';
import { terminal } from '../terminal/terminal.ts';

const MARKS = {
  ok: styleText('green', 'ok     '),
  warning: styleText('yellow', 'warning'),
  problem: styleText('red', 'problem'),
} as const;

/** Checks an installation from outside, whether its server is running or not, and changes nothing. [D47] */
export const runDoctor = defineLocalCommand({
  name: 'doctor',
  summary: 'Check this installation for problems and suggest fixes',
  local: async () => {
    // An invalid setting is reported the same way as by any other command.
    const config = readConfig(terminal().env);
    const { examine } = await import('../doctor/examine.ts');
    const checks = await examine(config);
    const count = (level: keyof typeof MARKS) => checks.filter((check) => check.level === level).length;
    return { healthy: count('problem') === 0, problems: count('problem'), warnings: count('warning'), checks };
  },
  toText: ({ checks, problems, warnings }) =>
    [
      ...checks.flatMap(({ level, name, finding, next }) => [
        `${MARKS[level]}  ${name}: ${finding}`,
        ...(next === null ? [] : [`         → ${next}`]),
      ]),
      '',
      problems + warnings === 0 ? 'No problems found.' : `Problems: ${problems}, warnings: ${warnings}.`,
    ].join('\n'),
  fails: { when: 'it finds a problem', isFailure: ({ healthy }) => !healthy },
});
