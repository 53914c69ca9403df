import { LecternError } from '../../contract/lectern-error.ts';
import { REFERENCE_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { LiveSettings } from '../../contract/schemas/live.ts';
import type { LiveState, Owner } from '../../storage/storage.ts';
import type { Editions } from '../scripture/editions.ts';
import { requireInAnyEdition } from '../scripture/existing-passages.ts';
import { loadEditionNames } from '../scripture/load-edition-names.ts';
import { requireTranslations } from '../scripture/passage.ts';
import { findLiveEditions } from '../scripture/shown-editions.ts';
import { commonLanguage, parseTypedPassages } from '../scripture/typed-passages.ts';
import type { LiveWrite } from './changes/live-writes.ts';
import { changeSettings as toTransition } from './changes/transitions.ts';
import type { Lives } from './lives.ts';

/**
 * Changes the given settings of a Live. The reference is parsed as typed text and stored in canonical form. Throws the
 * errors of `Lives.write`, `invalid_reference`, `invalid_fields` and `edition_not_enabled`. [D19]
 */
export async function changeLiveSettings(
  { lives, editions }: { lives: Lives; editions: Editions },
  liveId: string,
  write: Omit<LiveWrite, 'apply'>,
  change: Partial<LiveSettings>,
): Promise<LiveState> {
  const { state } = await lives.write(liveId, {
    ...write,
    // References are validated last, together with the other checks that need the state. [D4]
    apply: async ({ record }) => {
      const { reference: text, translations } = change;
      const reference =
        typeof text === 'string'
          ? await readReference(editions, text, record.owner, translations ?? record.translations)
          : text;
      if (translations) await requireTranslations(editions, write.owner, translations);
      return toTransition({ ...change, reference });
    },
  });
  return state;
}

/**
 * Parses a reference. Throws `invalid_reference` if the text is not one, if no installed edition contains it, or if its
 * canonical form is too long.
 */
async function readReference(
  editions: Editions,
  text: string,
  owner: Owner,
  slugs: readonly string[],
): Promise<string> {
  const found = await Promise.all(slugs.map((slug) => editions.find(slug)));
  const named = found.filter((edition) => edition !== null);
  const { library } = await findLiveEditions(editions, owner, []);
  const names = await loadEditionNames(editions, named, library);
  const { reference, passages } = await parseTypedPassages(editions, text, commonLanguage(named), names);
  if (reference.length > REFERENCE_MAX_CHARACTERS) {
    throw new LecternError(
      'invalid_reference',
      `"${reference}" is longer than ${REFERENCE_MAX_CHARACTERS} characters.`,
    );
  }
  await requireInAnyEdition(editions, passages);
  return reference;
}
