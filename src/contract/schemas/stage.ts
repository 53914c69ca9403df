import { type Static, Type } from 'typebox';
import { COUNTDOWN_MOVE_MAX_SECONDS, STAGE_MESSAGE_MAX_CHARACTERS } from '../limits.ts';
import { PRINTABLE_PATTERN } from '../text-patterns.ts';
import { documented, Nullable, Strict } from './shapes.ts';

const time = Type.String({ format: 'date-time' });
const FLASH = 'Whether the message flashes once when it appears on stage.';

/** [D62] */
export const Stage = Type.Object({
  message: Nullable(Type.String(), { description: 'Text for the people on stage.' }),
  countdown_to: Nullable(time, { description: 'Time at which the countdown ends.' }),
  flash: Type.Boolean({ description: FLASH }),
});

/** The operation validates the characters of the message. */
export const StageBody = Strict({
  message: Nullable(
    Type.String({
      maxLength: STAGE_MESSAGE_MAX_CHARACTERS,
      description: 'Text for the people on stage, trimmed. A text without visible characters counts as null.',
      ...documented({ pattern: PRINTABLE_PATTERN }),
    }),
  ),
  countdown_to: Nullable(time, { description: 'Time at which the countdown ends.' }),
  flash: Type.Optional(
    Type.Boolean({ description: `${FLASH} A request that omits it keeps the present value, which is false at first.` }),
  ),
});
export type StageInput = Static<typeof StageBody>;

/** [D76] */
export const MoveCountdownBody = Strict({
  by_seconds: Type.Integer({
    minimum: -COUNTDOWN_MOVE_MAX_SECONDS,
    maximum: COUNTDOWN_MOVE_MAX_SECONDS,
    description: 'Seconds by which the countdown ends later, or earlier if negative.',
  }),
});
