import { type Static, Type } from 'typebox';
import { STAGE_MESSAGE_MAX_CHARACTERS } from '../limits.ts';
import { PRINTABLE_PATTERN } from '../text-patterns.ts';
import { documented, Nullable, Strict } from './shapes.ts';

const time = Type.String({ format: 'date-time' });

/** [D62] */
export const Stage = Type.Object({ message: Nullable(Type.String()), countdown_to: Nullable(time) });

/** The operation judges the characters of the message. */
export const StageBody = Strict({
  message: Nullable(
    Type.String({
      maxLength: STAGE_MESSAGE_MAX_CHARACTERS,
      description: 'Without the space around it. Where nothing is left to see, there is no message, as with null.',
      ...documented({ pattern: PRINTABLE_PATTERN }),
    }),
  ),
  countdown_to: Nullable(time),
});
export type StageInput = Static<typeof StageBody>;
