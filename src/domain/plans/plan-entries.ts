import { LecternError } from '../../contract/lectern-error.ts';
import { PLAN_MAX_ENTRIES, PLAN_PERSON_MAX_CHARACTERS, PLAN_TITLE_MAX_CHARACTERS } from '../../contract/limits.ts';
import {
  PLAN_CONTENT_FIELDS,
  PLAN_ENTRY_FIELDS,
  type PlanEntry,
  type PlanEntryInput,
} from '../../contract/schemas/plans.ts';
import { ANY_CASE_SLUG_PATTERN, PRINTABLE_PATTERN } from '../../contract/text-patterns.ts';
import type { Owner, PlanRecord, RemovedEntry } from '../../storage/storage.ts';
import { newId } from '../identifiers.ts';
import { nameRule, parseName } from '../name.ts';
import { type Passage, validatePassageNumbers } from '../scripture/passage-numbers.ts';

const PRINTABLE = new RegExp(PRINTABLE_PATTERN, 'u');
const SLUG = new RegExp(ANY_CASE_SLUG_PATTERN);

/**
 * Validates the entries of a plan and gives each an id. Whether their passages and decks exist is checked when the
 * entry is shown, because that may change. An entry of `before` keeps its minutes, person and `listed` if the input
 * omits them. Throws `invalid_fields`. [D65], [D73]
 */
export function parsePlanEntries(
  inputs: readonly PlanEntryInput[],
  owner: Owner,
  before: readonly PlanEntry[] = [],
): PlanEntry[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const ids = new Set<string>();
  return inputs.map((input, index) => {
    const refuse = (field: string, message: string): never => {
      throw new LecternError('invalid_fields', undefined, {
        errors: [{ pointer: `/entries/${index}/${field}`, message }],
      });
    };
    const { id = newId(), kind, note = '', problem: _, ...rest } = input;
    const { minutes = known.get(id)?.minutes ?? null, person = known.get(id)?.person ?? null } = input;
    const listed = input.listed ?? known.get(id)?.listed ?? true;
    const leader = person === null ? null : parseName(person, PLAN_PERSON_MAX_CHARACTERS);
    if (person !== null && leader === null) refuse('person', nameRule(PLAN_PERSON_MAX_CHARACTERS));
    if (ids.has(id)) refuse('id', 'is the id of another entry');
    ids.add(id);
    if (kind === 'deck' && owner.kind === 'account')
      refuse('kind', 'is not allowed in a plan of an account: only organizations have decks');
    const title = parseName(input.title, PLAN_TITLE_MAX_CHARACTERS);
    if (title === null) return refuse('title', nameRule(PLAN_TITLE_MAX_CHARACTERS));
    const { allowed, required } = PLAN_ENTRY_FIELDS[kind];
    for (const field of PLAN_CONTENT_FIELDS) {
      if (input[field] !== undefined && !allowed.includes(field)) refuse(field, `is not allowed with kind ${kind}`);
    }
    if (required && input[required] === undefined) refuse(required, `is required with kind ${kind}`);
    for (const [field, text] of Object.entries({ note, passage: rest.passage })) {
      if (typeof text === 'string' && !PRINTABLE.test(text)) refuse(field, 'must be text without control characters');
    }
    for (const [path, passage] of Object.entries(numbersOf(rest.passage))) {
      const problem = findProblem(passage);
      if (problem !== null) refuse(`passage${path}`, problem);
    }
    const translations = rest.translations?.map((slug) => slug.toLowerCase());
    translations?.forEach((slug, index) => {
      if (!SLUG.test(slug)) refuse(`translations/${index}`, 'is not a slug');
      if (translations.indexOf(slug) !== index) refuse(`translations/${index}`, 'is named twice');
    });
    return { id, kind, ...rest, title, ...(translations && { translations }), note, minutes, person: leader, listed };
  });
}

/** Returns the passages that are given as numbers, by their position in the field. */
function numbersOf(passage: PlanEntryInput['passage']): Record<string, Passage> {
  if (Array.isArray(passage)) return Object.fromEntries(passage.map((each, index) => [`/${index}`, each]));
  return typeof passage === 'object' ? { '': passage } : {};
}

/** Returns why the numbers cannot be a passage of any edition, or null. */
function findProblem(passage: Passage): string | null {
  try {
    validatePassageNumbers(passage, '');
    return null;
  } catch (error) {
    if (error instanceof LecternError) return `is no passage: ${error.detail}`;
    throw error;
  }
}

/** Returns the entries that `entries` removes from the plan, as they are stored to keep the position of Lives. */
export function listRemovedEntries(plan: PlanRecord, entries: readonly PlanEntry[]): RemovedEntry[] {
  const existingIds = new Set(entries.map(({ id }) => id));
  const positions = new Map<string, string | null>();
  let after: string | null = null;
  for (const { id } of plan.entries) {
    if (existingIds.has(id)) after = id;
    else positions.set(id, after);
  }
  const earlier = plan.removed
    .filter(({ id }) => !existingIds.has(id))
    .map((removed) => ({ ...removed, after: removed.after && (positions.get(removed.after) ?? removed.after) }));
  const latest = [...positions].map(([id, after]) => ({ id, after }));
  return [...earlier, ...latest].slice(-PLAN_MAX_ENTRIES);
}
