import { LecternError } from '../../contract/lectern-error.ts';
import { REFERENCE_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { LiveState } from '../../storage/storage.ts';
import type { Editions } from '../scripture/editions.ts';
import { requireInstalledSomewhere } from '../scripture/existing-passages.ts';
import { requireTranslations } from '../scripture/passage.ts';
import { languageOf, requireTyped } from '../scripture/typed-passages.ts';
import type { Lives, Write } from './lives.ts';
import { changeSettings as toTransition } from './transitions.ts';

/** Absent: stays as it is. */
export interface SettingsChange {
  /** As a person types it; null takes it away. */
  readonly reference?: string | null;
  /** Slugs of editions. */
  readonly translations?: readonly string[];
}

/**
 * Changes the reference and the translations of a Live. The reference is kept in canonical form. Throws what `Lives.write`
 * throws, `invalid_reference`, `invalid_fields` and `edition_not_enabled`. [D19]
 */
export async function changeSettings(
  { lives, editions }: { lives: Lives; editions: Editions },
  liveId: string,
  write: Omit<Write, 'apply'>,
  { reference: text, translations }: SettingsChange,
): Promise<LiveState> {
  const { state } = await lives.write(liveId, {
    ...write,
    // A reference is judged last, with all that needs the state. [D4]
    apply: async ({ record }) => {
      const reference =
        typeof text === 'string' ? await readReference(editions, text, translations ?? record.translations) : text;
      if (translations) await requireTranslations(editions, write.owner, translations);
      return toTransition({ reference, translations });
    },
  });
  return state;
}

/** Throws `invalid_reference`, also where no installed edition has it, and where its canonical form is too long. */
async function readReference(editions: Editions, text: string, slugs: readonly string[]): Promise<string> {
  const named = await Promise.all(slugs.map((slug) => editions.find(slug)));
  const language = languageOf(named.filter((edition) => edition !== null));
  const { reference, passages } = await requireTyped(editions, text, language);
  if (reference.length > REFERENCE_MAX_CHARACTERS) {
    throw new LecternError('invalid_reference', `"${reference}" is longer than a reference may be.`);
  }
  await requireInstalledSomewhere(editions, passages);
  return reference;
}
