import { type AnyCommand, type CommandCall, defineLocalCommand, findListOption, findParsedOption } from '../command.ts';
import { LIVE_OPTIONS, RemoteLive, type RemoteNow } from '../remote/remote-live.ts';
import { STEP_UNIT } from '../value-rules.ts';
import { formatNow } from './now.ts';

interface OperatorCommandDefinition {
  readonly name: string;
  readonly summary: string;
  readonly example?: string;
  readonly arguments?: AnyCommand['arguments'];
  readonly options?: NonNullable<AnyCommand['options']>;
}

/**
 * Defines a command that changes what a Live shows. Its document is the new state, the same as that of "now". [D47]
 * [D55]
 */
const defineOperatorCommand = (
  definition: OperatorCommandDefinition,
  operate: (live: RemoteLive, call: CommandCall) => Promise<void>,
) =>
  defineLocalCommand({
    example: '--live "Main hall"',
    ...definition,
    options: [...LIVE_OPTIONS, ...(definition.options ?? [])],
    local: async (call): Promise<RemoteNow> => {
      const live = await RemoteLive.find(call);
      await operate(live, call);
      return live.now();
    },
    toText: formatNow,
  });

const STEP_OPTIONS = [
  {
    flags: '--unit <unit>',
    description: 'How far to step',
    takes: STEP_UNIT,
    fallback: 'page, or slide in a presentation',
  },
  { flags: '--beyond', description: 'Continue in the book at the end of the queue' },
  { flags: '--show', description: 'Show it if the Live is hidden' },
] as const;

const step = (by: 1 | -1) => (live: RemoteLive, call: CommandCall) =>
  live.write('POST', '/step', {
    by,
    unit: findParsedOption(call, 'unit', STEP_UNIT),
    beyond: call.options.beyond === true || undefined,
    show: call.options.show === true || undefined,
  });

/** Commands that operate a Live from a terminal, on any server. */
export const OPERATOR_COMMANDS: readonly AnyCommand[] = [
  defineOperatorCommand(
    {
      name: 'push',
      summary: 'Show a passage; during a presentation, "back" returns to the slides',
      example: '"John 3:16-18" --live "Main hall"',
      arguments: [{ flags: '<passage>', description: 'Bible reference, such as "John 3:16-18"' }],
      options: [
        {
          flags: '--translations <slugs>',
          description: 'Translations to show it in',
          isList: true,
          fallback: 'those of the Live',
        },
        { flags: '--replace', description: 'Replace the queue instead of adding to it' },
      ],
    },
    async (live, call) => {
      const { mode } = await live.now();
      const replace = call.options.replace === true || undefined;
      const body = { passage: call.arguments[0]!, translations: findListOption(call, 'translations') };
      if (mode === 'presentation' && !replace) await live.write('POST', '/interrupt', body);
      else await live.write('POST', '/passages', { ...body, replace });
    },
  ),
  defineOperatorCommand({ name: 'next', summary: 'Show the next page or slide', options: STEP_OPTIONS }, step(1)),
  defineOperatorCommand({ name: 'prev', summary: 'Show the previous page or slide', options: STEP_OPTIONS }, step(-1)),
  defineOperatorCommand(
    {
      name: 'extend',
      summary: 'Extend the page by one verse, or shorten it with --less',
      options: [{ flags: '--less', description: 'Shorten the page by one verse' }],
    },
    (live, { options }) => live.write('POST', '/extend', { by: options.less ? -1 : 1 }),
  ),
  defineOperatorCommand({ name: 'hide', summary: 'Hide what is shown, keeping the position' }, (live) =>
    live.write('PATCH', '/playback', { paused: true }),
  ),
  defineOperatorCommand({ name: 'show', summary: 'Show it again after "hide"' }, (live) =>
    live.write('PATCH', '/playback', { paused: false }),
  ),
  defineOperatorCommand(
    { name: 'back', summary: 'Return from an interruption, or show what was shown before' },
    async (live) => {
      const { returns } = await live.now();
      await live.write('POST', returns ? '/return' : '/recall', {});
    },
  ),
  defineOperatorCommand({ name: 'undo', summary: 'Undo the last change to what is shown' }, (live) =>
    live.write('POST', '/undo', {}),
  ),
  defineOperatorCommand({ name: 'clear', summary: 'Clear the queue and show nothing' }, (live) =>
    live.write('DELETE', '/stack'),
  ),
];
