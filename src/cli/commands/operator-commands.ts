import { type AnyCommand, type CommandCall, defineLocalCommand, findListOption, findParsedOption } from '../command.ts';
import { LIVE_OPTIONS, RemoteLive, type RemoteNow } from '../remote/remote-live.ts';
import { STEP_UNIT } from '../value-rules.ts';
import { formatNow } from './now.ts';

interface OperatingWords {
  readonly name: string;
  readonly summary: string;
  readonly example?: string;
  readonly arguments?: AnyCommand['arguments'];
  readonly options?: NonNullable<AnyCommand['options']>;
}

/** A command that changes what a Live shows; its document is what is shown then, as "now" has it. [D47] [D55] */
const defineOperating = (words: OperatingWords, operate: (live: RemoteLive, typed: CommandCall) => Promise<void>) =>
  defineLocalCommand({
    example: '--live "Main screen"',
    ...words,
    options: [...LIVE_OPTIONS, ...(words.options ?? [])],
    local: async (typed): Promise<RemoteNow> => {
      const live = await RemoteLive.find(typed);
      await operate(live, typed);
      return live.now();
    },
    toText: formatNow,
  });

const STEP_OPTIONS = [
  { flags: '--unit <unit>', meaning: 'How far', takes: STEP_UNIT, fallback: 'page, or slide where slides are shown' },
  { flags: '--beyond', meaning: 'At the end of the queue, go on in the book' },
  { flags: '--show', meaning: 'Show it, if the Live is hidden' },
] as const;

const step = (by: 1 | -1) => (live: RemoteLive, typed: CommandCall) =>
  live.write('POST', '/step', {
    by,
    unit: findParsedOption(typed, 'unit', STEP_UNIT),
    beyond: typed.options.beyond === true || undefined,
    show: typed.options.show === true || undefined,
  });

/** Commands by which a Live is operated from a terminal, on any server. */
export const OPERATOR_COMMANDS: readonly AnyCommand[] = [
  defineOperating(
    {
      name: 'push',
      summary: 'Show a passage, as a person writes it; where slides are shown, "back" returns to them',
      example: '"John 3:16-18" --live "Main screen"',
      arguments: [{ flags: '<passage>', meaning: 'Such as "John 3:16-18"' }],
      options: [
        {
          flags: '--translations <slugs>',
          meaning: 'Translations to show it in',
          commas: true,
          fallback: 'those of the Live',
        },
        { flags: '--replace', meaning: 'Replace the queue instead of adding to it' },
      ],
    },
    async (live, typed) => {
      const { mode } = await live.now();
      const replace = typed.options.replace === true || undefined;
      const body = { passage: typed.arguments[0]!, translations: findListOption(typed, 'translations') };
      if (mode === 'presentation' && !replace) await live.write('POST', '/interrupt', body);
      else await live.write('POST', '/passages', { ...body, replace });
    },
  ),
  defineOperating({ name: 'next', summary: 'Show the next page or slide', options: STEP_OPTIONS }, step(1)),
  defineOperating({ name: 'prev', summary: 'Show the page or slide before', options: STEP_OPTIONS }, step(-1)),
  defineOperating(
    {
      name: 'extend',
      summary: 'Show one verse more on this page, or one less',
      options: [{ flags: '--less', meaning: 'One less' }],
    },
    (live, { options }) => live.write('POST', '/extend', { by: options.less ? -1 : 1 }),
  ),
  defineOperating({ name: 'hide', summary: 'Hide what is shown; it stays ready' }, (live) =>
    live.write('PATCH', '/playback', { paused: true }),
  ),
  defineOperating({ name: 'show', summary: 'Show it again' }, (live) =>
    live.write('PATCH', '/playback', { paused: false }),
  ),
  defineOperating(
    { name: 'back', summary: 'Return from an interruption, else show again what was shown before' },
    async (live) => {
      const { returns } = await live.now();
      await live.write('POST', returns ? '/return' : '/recall', {});
    },
  ),
  defineOperating({ name: 'undo', summary: 'Undo the last change of what is shown' }, (live) =>
    live.write('POST', '/undo', {}),
  ),
  defineOperating({ name: 'clear', summary: 'Clear the queue, and show nothing' }, (live) =>
    live.write('DELETE', '/stack'),
  ),
];
