import { type Static, Type } from 'typebox';
import {
  PLAN_ENTRY_MAX_MINUTES,
  PLAN_MAX_ENTRIES,
  PLAN_NOTE_MAX_CHARACTERS,
  PLAN_PERSON_MAX_CHARACTERS,
  PLAN_TITLE_MAX_CHARACTERS,
} from '../limits.ts';
import { ID_PATTERN, PRINTABLE_PATTERN } from '../text-patterns.ts';
import { PassageNumbers, PushPassageBody, typedReference } from './live.ts';
import { documented, Enum, Name, NextCursor, Nullable, Steps, Strict } from './shapes.ts';

const PLAN_ENTRY_KINDS = ['passage', 'deck', 'heading'] as const;
type PlanEntryKind = (typeof PLAN_ENTRY_KINDS)[number];

/** Content fields that each kind of entry can have, and the one it must have. */
export const PLAN_ENTRY_FIELDS: Readonly<
  Record<PlanEntryKind, { allowed: readonly PlanContentField[]; required?: PlanContentField }>
> = {
  passage: { allowed: ['passage', 'translations'], required: 'passage' },
  deck: { allowed: ['deck_id'], required: 'deck_id' },
  heading: { allowed: [] },
};
export const PLAN_CONTENT_FIELDS = ['passage', 'translations', 'deck_id'] as const;
type PlanContentField = (typeof PLAN_CONTENT_FIELDS)[number];

const entryId = Type.String({ pattern: ID_PATTERN });
const { passage: pushed, translations } = PushPassageBody.properties;
const [typed, ...byNumbers] = pushed.anyOf;
/** The passage of a push, stored until the entry is shown. */
const passage = Type.Union([Type.String({ ...typed, ...documented({ pattern: PRINTABLE_PATTERN }) }), ...byNumbers]);
const deckId = Type.Optional(
  Type.String({ pattern: ID_PATTERN, description: 'Id of the deck of an entry of kind `deck`.' }),
);

function withKind(others: object, kind: PlanEntryKind): object {
  const { allowed, required } = PLAN_ENTRY_FIELDS[kind];
  const forbidden = PLAN_CONTENT_FIELDS.filter((field) => !allowed.includes(field));
  return {
    if: { properties: { kind: { enum: [kind] } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      ...(required && { required: [required] }),
      properties: Object.fromEntries(forbidden.map((field) => [field, { not: {} }])),
    },
    else: others,
  };
}

/** Reasons for which an entry cannot be shown as it is. */
const PLAN_ENTRY_PROBLEMS = ['unreadable', 'missing_verse', 'edition_not_enabled', 'deck_missing'] as const;
export type PlanEntryProblem = (typeof PLAN_ENTRY_PROBLEMS)[number];

const minutes = Nullable(Type.Integer({ minimum: 1, maximum: PLAN_ENTRY_MAX_MINUTES }), {
  description: 'Planned duration in minutes. A request that omits it keeps that of the entry.',
});
const LISTED =
  'Whether phones get the title, if the Live offers the order of service. A request that omits it keeps that of the entry.';
const PERSON = 'Who leads the entry. A request that omits it keeps that of the entry.';

/** [D65] Entry in a request. A new entry has no id. */
export const PlanEntryInput = Strict(
  {
    id: Type.Optional(
      Type.String({ pattern: ID_PATTERN, description: 'Id of an existing entry. Omit it for a new entry.' }),
    ),
    kind: Enum(PLAN_ENTRY_KINDS),
    title: Name(PLAN_TITLE_MAX_CHARACTERS),
    passage: Type.Optional(passage),
    translations,
    deck_id: deckId,
    note: Type.Optional(
      Type.String({
        maxLength: PLAN_NOTE_MAX_CHARACTERS,
        description: 'Note for operators and stage outputs. The audience never sees it.',
        ...documented({ pattern: PRINTABLE_PATTERN }),
      }),
    ),
    minutes: Type.Optional(minutes),
    person: Type.Optional(Nullable(Name(PLAN_PERSON_MAX_CHARACTERS), { description: PERSON })),
    listed: Type.Optional(Type.Boolean({ description: LISTED })),
    problem: Type.Optional(
      Nullable(Enum(PLAN_ENTRY_PROBLEMS), { description: 'Ignored, so that an entry can be sent as it was read.' }),
    ),
  },
  documented(PLAN_ENTRY_KINDS.reduceRight<object>(withKind, {})),
);
export type PlanEntryInput = Static<typeof PlanEntryInput>;

const numbers = Type.Object(PassageNumbers.properties);
export const PlanEntry = Type.Object({
  id: entryId,
  kind: Enum(PLAN_ENTRY_KINDS),
  title: Type.String(),
  passage: Type.Optional(Type.Union([typedReference, numbers, Type.Array(numbers)])),
  translations: Type.Optional(Type.Array(Type.String())),
  deck_id: deckId,
  note: Type.String({ description: 'Note for operators and stage outputs. The audience never sees it.' }),
  minutes,
  person: Nullable(Type.String(), { description: PERSON }),
  listed: Type.Boolean({ description: LISTED }),
  problem: Nullable(Enum(PLAN_ENTRY_PROBLEMS), {
    description:
      'Why the entry cannot be shown now: `unreadable` (not one clear reference), `missing_verse`, `edition_not_enabled` or `deck_missing`. Without `translations`, all editions of the library count. The ETag does not cover it.',
  }),
});
/** An entry as it is stored. */
export type PlanEntry = Omit<Static<typeof PlanEntry>, 'problem'>;

const summary = {
  id: Type.String(),
  name: Type.String(),
  date: Nullable(Type.String({ format: 'date' }), { description: 'Date of the service.' }),
  revision: Type.Integer({ minimum: 1, description: 'Increases with every change of the plan.' }),
};
const startsAt = Nullable(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }), {
  description: 'Local time at which the service starts, as `HH:MM`. A request that omits it keeps that of the plan.',
});
export const Plan = Type.Object({ ...summary, starts_at: startsAt, entries: Type.Array(PlanEntry) });
export const PlanPage = Type.Object({
  data: Type.Array(
    Type.Object({ ...summary, entry_count: Type.Integer({ minimum: 0, description: 'Number of entries.' }) }),
  ),
  next_cursor: NextCursor,
});

const entries = Type.Array(PlanEntryInput, { maxItems: PLAN_MAX_ENTRIES });
const head = {
  name: Name(),
  date: Type.Optional(
    Nullable(Type.String({ format: 'date' }), { description: 'Date of the service. Defaults to null.' }),
  ),
  starts_at: Type.Optional(startsAt),
};
export const CreatePlanBody = Strict({ ...head, entries: Type.Optional(entries) });
export const ReplacePlanBody = Strict({ ...head, entries });

/** [D65] */
export const AttachPlanBody = Strict({
  plan_id: Nullable(Type.String({ pattern: ID_PATTERN }), {
    description: 'Id of a plan of the same owner. Null detaches the plan.',
  }),
});

/** [D65] */
export const GoBody = Strict(
  {
    entry_id: Type.Optional(
      Type.String({ pattern: ID_PATTERN, description: 'Id of an entry. For a heading, the entry after it is shown.' }),
    ),
    by: Type.Optional(
      Steps(
        PLAN_MAX_ENTRIES,
        'Number of entries to move: forward if positive, back if negative. Headings do not count.',
      ),
    ),
  },
  documented({ minProperties: 1, maxProperties: 1 }),
);
export type GoInput = Static<typeof GoBody>;
