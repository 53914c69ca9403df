import { type Static, Type } from 'typebox';
import { STEP_MAX } from '../limits.ts';
import { PushPassageBody, Translations } from './live.ts';
import { Enum, Steps, Strict } from './shapes.ts';

const STEP_UNITS = ['page', 'line', 'chapter', 'slide'] as const;

/** [D56] */
export const StepBody = Strict({
  by: Steps(STEP_MAX, 'Number of units to move: forward if positive, back if negative.'),
  unit: Type.Optional(
    Enum(STEP_UNITS, { description: 'Unit of the step. Defaults to `page`, and to `slide` in presentation mode.' }),
  ),
  beyond: Type.Optional(
    Type.Boolean({ description: 'Whether to queue the next page or chapter of the book at the end of the queue.' }),
  ),
  show: Type.Optional(Type.Boolean({ description: 'Whether to show a hidden Live.' })),
});
export type StepInput = Static<typeof StepBody>;

export const ExtendBody = Strict({
  by: Type.Unsafe<1 | -1>({ type: 'integer', enum: [1, -1], description: '1 adds a line, -1 removes one.' }),
});

/** [D19] [D53] */
export const ShowTranslationsBody = Strict(
  { translations: Translations },
  {
    description:
      'Sets the translations of the Live and shows the passage on air in them. An undo restores both. If no passage is on air, only the setting changes, and the change cannot be undone.',
  },
);

/** [D57] Like a push of passages, which never replaces the queue. */
export const InterruptBody = Strict(Type.Omit(PushPassageBody, ['replace', 'focus']).properties);

/** [D57] */
export const RecallBody = Strict({
  entry_id: Type.Optional(
    Type.String({ maxLength: 64, description: 'Id of a history entry. Defaults to the entry before the one on air.' }),
  ),
});
