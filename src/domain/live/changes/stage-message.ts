import { LecternError } from '../../../contract/lectern-error.ts';
import type { StageInput } from '../../../contract/schemas/stage.ts';
import { PRINTABLE_PATTERN } from '../../../contract/text-patterns.ts';
import type { StageMessage } from '../../../storage/storage.ts';
import { parseTime } from '../../clock.ts';
import { isVisible } from '../../name.ts';

const PRINTABLE = new RegExp(PRINTABLE_PATTERN, 'u');

/**
 * Validates a stage message. It keeps `flash` of the one before if the input omits it. Returns null if it has neither
 * visible text nor a countdown. Throws `invalid_fields`. [D62], [D76]
 */
export function parseStageMessage(
  { message, countdown_to, flash }: StageInput,
  before: StageMessage | null,
): StageMessage | null {
  if (message !== null && !PRINTABLE.test(message)) refuse('message', 'must be text without control characters');
  const text = message !== null && isVisible(message) ? message.trim() : null;
  const countdownTo = countdown_to === null ? null : requireTime(countdown_to);
  if (text === null && countdownTo === null) return null;
  return { message: text, countdownTo, flash: flash ?? before?.flash ?? false };
}

const requireTime = (text: string): string =>
  parseTime(text) ?? refuse('countdown_to', 'must be a time of the years 0000 to 9999 in UTC');

function refuse(field: string, message: string): never {
  throw new LecternError('invalid_fields', undefined, { errors: [{ pointer: `/${field}`, message }] });
}

/** Returns the representation of a stage message. */
export const toPublicStageMessage = (stage: StageMessage | null) => ({
  message: stage?.message ?? null,
  countdown_to: stage?.countdownTo ?? null,
  flash: stage?.flash ?? false,
});
