import { type Static, Type } from 'typebox';
import { STEP_MAX } from '../limits.ts';
import { PushPassageBody, Translations } from './live.ts';
import { Enum, Strict } from './shapes.ts';

const STEP_UNITS = ['page', 'line', 'chapter', 'slide'] as const;

/** [D56] */
export const StepBody = Strict({
  by: Type.Union([Type.Integer({ minimum: -STEP_MAX, maximum: -1 }), Type.Integer({ minimum: 1, maximum: STEP_MAX })], {
    description: 'Forward where positive.',
  }),
  unit: Type.Optional(Enum(STEP_UNITS)),
  beyond: Type.Optional(Type.Boolean({ description: 'Where the queue ends, queues what the book has next.' })),
  show: Type.Optional(Type.Boolean({ description: 'Shows a Live that is hidden.' })),
});
export type StepInput = Static<typeof StepBody>;

export const ExtendBody = Strict({ by: Type.Union([Type.Literal(1), Type.Literal(-1)]) });

/** [D19] [D53] */
export const ShowTranslationsBody = Strict(
  { translations: Translations },
  {
    description:
      'Sets the translations of the Live, and shows the passage on air in them. An undo brings back both. Where no passage is on air, only the setting changes, and there is nothing to undo.',
  },
);

/** [D57] As a push of passages, which replaces nothing. */
export const InterruptBody = Strict(Type.Omit(PushPassageBody, ['replace', 'focus']).properties);

/** [D57] */
export const RecallBody = Strict({
  entry_id: Type.Optional(
    Type.String({ maxLength: 64, description: 'Of the history. Absent: what was shown before the present one.' }),
  ),
});
