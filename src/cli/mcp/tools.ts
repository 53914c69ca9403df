import { type Static, type TObject, Type } from 'typebox';
import {
  CURSOR_MAX_CHARACTERS,
  EXTRACT_TEXT_MAX_CHARACTERS,
  HISTORY_DEFAULT_ENTRIES,
  HISTORY_MAX_ENTRIES,
  LOOKUP_DEFAULT_CANDIDATES,
  LOOKUP_MAX_CANDIDATES,
  NAME_MAX_CHARACTERS,
  PAGE_DEFAULT_ITEMS,
  PAGE_MAX_ITEMS,
  PASSAGES_MAX,
  PLAN_ENTRY_MAX_MINUTES,
  PLAN_MAX_ENTRIES,
  PLAN_NOTE_MAX_CHARACTERS,
  PLAN_PERSON_MAX_CHARACTERS,
  PLAN_TITLE_MAX_CHARACTERS,
  REFERENCE_MAX_CHARACTERS,
  SEARCH_DEFAULT_VERSES,
  SEARCH_MAX_VERSES,
  SEARCH_QUERY_MAX_CHARACTERS,
  SETTINGS_TRANSLATIONS_MAX,
} from '../../contract/limits.ts';
import { findOutline, type OutlineItem } from '../../contract/outline.ts';
import { citePassageRanges } from '../../contract/passage-format.ts';
import { HistoryPage, PassageNumbers } from '../../contract/schemas/live.ts';
import { Chapter, Lookup } from '../../contract/schemas/lookup.ts';
import { Now } from '../../contract/schemas/now.ts';
import { Plan, PlanPage } from '../../contract/schemas/plans.ts';
import {
  type ExtractedReferences,
  passageNumbers,
  type References,
  SearchPage,
} from '../../contract/schemas/search.ts';
import { Enum, Strict } from '../../contract/schemas/shapes.ts';
import { bookName } from '../../domain/scripture/canon.ts';
import { truncateToCharacters } from '../../domain/truncate-text.ts';
import { listRemoteLives } from '../remote/remote-live.ts';
import { type AssistantApi, RefusedError } from './assistant-api.ts';

/** A tool that an assistant can call. The output has the fields of its schema, and no others. */
export interface Tool<Input extends TObject = TObject, Output extends TObject = TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Whether it changes anything. */
  readonly writes?: true;
  /** Rejects with an Error whose message is for the assistant. */
  run(api: AssistantApi, input: Static<Input>): Promise<unknown>;
}

const defineTool = <Input extends TObject, Output extends TObject>(tool: Tool<Input, Output>): Tool =>
  tool as unknown as Tool;

/** Attempts to append to a plan that others change at the same time. */
const APPEND_ATTEMPTS = 3;
const ID_MAX_CHARACTERS = 64;
const LANGUAGES = ['en', 'de', 'pt'] as const;

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const slug = text(ID_MAX_CHARACTERS, 'Slug of a translation, from list_translations.');
const live = Type.Optional(
  text(NAME_MAX_CHARACTERS, 'Name or id of the Live, from list_lives. Omit it if there is only one.'),
);
const planId = text(ID_MAX_CHARACTERS, 'Id of the plan, from list_plans.');
const page = (max: number, fallback: number) => ({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: max, default: fallback, description: 'Maximum number of results.' }),
  ),
  after: Type.Optional(text(CURSOR_MAX_CHARACTERS, 'next_cursor of the previous page. Omit it for the first page.')),
});
const translations = Type.Optional(
  Type.Array(slug, {
    minItems: 1,
    maxItems: SETTINGS_TRANSLATIONS_MAX,
    description: 'Translations in the order in which they are shown. Defaults to those of the Live.',
  }),
);

const heading = text(PLAN_TITLE_MAX_CHARACTERS, 'Title of the entry, as operators read it.');
const note = Type.String({
  maxLength: PLAN_NOTE_MAX_CHARACTERS,
  description: 'Note for operators and stage displays. The audience never sees it.',
});
const passage = Type.Union([
  text(REFERENCE_MAX_CHARACTERS, 'Reference, such as "John 3:16-18".'),
  Type.Array(PassageNumbers, {
    minItems: 1,
    maxItems: PASSAGES_MAX,
    description: 'Passages by number, as read_outline returns them.',
  }),
]);
const PlanEntries = Type.Array(
  Strict({
    kind: Enum(['passage', 'deck', 'heading'], {
      description: 'A passage needs `passage`, a song or slides (`deck`) need `deck_id`, a heading neither.',
    }),
    title: heading,
    passage: Type.Optional(passage),
    translations,
    deck_id: Type.Optional(text(ID_MAX_CHARACTERS, 'Id of a song or deck, from look_up or read_outline.')),
    note: Type.Optional(note),
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: PLAN_ENTRY_MAX_MINUTES, description: 'Planned duration in minutes.' }),
    ),
    person: Type.Optional(text(PLAN_PERSON_MAX_CHARACTERS, 'Who leads the entry.')),
  }),
  { maxItems: PLAN_MAX_ENTRIES, description: 'Entries in order.' },
);

/** The tools. None of them changes what an audience sees. [D75] */
export const TOOLS: readonly Tool[] = [
  defineTool({
    name: 'list_lives',
    title: 'List Lives',
    description: 'Lists the Lives, which people call rooms. Each has displays that show what is on air there.',
    input: Strict({}),
    output: Type.Object({ data: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
    run: async ({ access }) => ({ data: await listRemoteLives(access) }),
  }),
  defineTool({
    name: 'list_translations',
    title: 'List translations',
    description: 'Lists the Bible translations that can be read, searched and planned, with their slugs.',
    input: Strict({}),
    output: Type.Object({
      data: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), language: Type.String() })),
    }),
    run: async (api) => {
      const editions = await api.list<{ slug: string; name: string; language: string }>(`${api.owner}/translations`);
      return { data: editions.map(({ slug, name, language }) => ({ slug, name, language })) };
    },
  }),
  defineTool({
    name: 'look_up',
    title: 'Look up a reference, words or a song',
    description:
      'Finds what a person means by a few words: passages, with the beginning of their text, verses that contain the words, and songs or decks by title or by a line.',
    input: Strict({
      live,
      q: text(REFERENCE_MAX_CHARACTERS, 'Reference such as "jn 3 16", words of a verse, or the title of a song.'),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LOOKUP_MAX_CANDIDATES,
          default: LOOKUP_DEFAULT_CANDIDATES,
          description: 'Maximum number of candidates.',
        }),
      ),
    }),
    output: Lookup,
    run: async (api, { live: named, ...query }) => api.get(await api.live(named, '/lookup'), query),
  }),
  defineTool({
    name: 'read_chapter',
    title: 'Read a chapter',
    description: 'Reads a chapter of the Bible in up to four translations, verse by verse.',
    input: Strict({ live, chapter: text(REFERENCE_MAX_CHARACTERS, 'Chapter, such as "John 3".'), translations }),
    output: Chapter,
    run: async (api, { live: named, chapter, translations: slugs }) => {
      const place = await findChapter(api, chapter);
      return api.get(await api.live(named, `/chapters/${place.book_id}/${place.chapter}`), {
        translations: slugs?.join(','),
      });
    },
  }),
  defineTool({
    name: 'search',
    title: 'Search a translation',
    description:
      'Finds the verses of a translation that contain all words, in any form, and phrases in quotation marks.',
    input: Strict({
      translation: slug,
      q: text(SEARCH_QUERY_MAX_CHARACTERS, 'Words of the verse, in the language of the translation.'),
      ...page(SEARCH_MAX_VERSES, SEARCH_DEFAULT_VERSES),
    }),
    output: SearchPage,
    run: async (api, { translation, ...query }) => {
      const owner = api.owner.startsWith('/v1/accounts/') ? api.owner : '/v1';
      return api.get(`${owner}/translations/${encodeURIComponent(translation)}/search`, query);
    },
  }),
  defineTool({
    name: 'get_on_air',
    title: 'See what is on air',
    description:
      'Says what a Live shows now and what comes next. The audience sees it only while `showing` is true. `focus` is a passage, `slide` a song or slides.',
    input: Strict({ live }),
    output: Type.Pick(Now, [
      'live_id',
      'name',
      'status',
      'mode',
      'showing',
      'translations',
      'focus',
      'next',
      'slide',
      'plan',
      'changed',
    ]),
    run: async (api, { live: named }) => api.get(await api.live(named, '/now')),
  }),
  defineTool({
    name: 'get_history',
    title: 'See what was shown',
    description: 'Lists the passages, songs and decks that a Live has shown, newest first.',
    input: Strict({ live, ...page(HISTORY_MAX_ENTRIES, HISTORY_DEFAULT_ENTRIES) }),
    output: HistoryPage,
    run: async (api, { live: named, ...query }) =>
      api.get(await api.live(named, '/history'), { ...query, view: 'short' }),
  }),
  defineTool({
    name: 'list_plans',
    title: 'List plans',
    description: 'Lists the plans of services, without their entries.',
    input: Strict(page(PAGE_MAX_ITEMS, PAGE_DEFAULT_ITEMS)),
    output: PlanPage,
    run: async (api, query) => api.get(`${api.owner}/plans`, query),
  }),
  defineTool({
    name: 'read_plan',
    title: 'Read a plan',
    description: 'Returns a plan with its entries. `problem` says why an entry could not be shown.',
    input: Strict({ plan_id: planId }),
    output: Plan,
    run: async (api, { plan_id }) => api.get(planPath(api, plan_id)),
  }),
  defineTool({
    name: 'read_outline',
    title: 'Read an outline',
    description:
      'Finds the passages, songs and headings in an order of service or a sermon outline, in the order of the text. Returns entries for create_plan or extend_plan, and changes nothing. Check them with the person.',
    input: Strict({
      text: text(EXTRACT_TEXT_MAX_CHARACTERS, 'The text, with its line breaks.'),
      language: Type.Optional(
        Enum(LANGUAGES, {
          description: 'Language of the text and of the titles. By default all are tried, and the titles are English.',
        }),
      ),
    }),
    output: Type.Object({
      entries: Type.Array(
        Type.Object({
          kind: Type.String(),
          title: Type.String(),
          passage: Type.Optional(Type.Array(Type.Object(passageNumbers))),
          deck_id: Type.Optional(Type.String()),
          note: Type.Optional(Type.String()),
        }),
        { description: 'Entries in the order of the text.' },
      ),
      missing: Type.Array(Type.String(), { description: 'Titles of entries whose passage no installed edition has.' }),
      left_out: Type.Array(Type.String(), {
        description: 'Lines of prose that became no entry. References in them are entries.',
      }),
    }),
    run: async (api, { text: pasted, language }) => {
      const decks =
        api.scopes.has('presentation.list') && api.owner.startsWith('/v1/organizations/')
          ? await api.list<{ id: string; title: string }>(`${api.owner}/decks`, PAGE_MAX_ITEMS)
          : [];
      const { items, leftOut } = await findOutline(
        async (read) => {
          const body = { text: read, ...(language && { language }) };
          const { body: found } = await api.send('/v1/references/extract', { method: 'POST', body });
          return (found as Static<typeof ExtractedReferences>).data;
        },
        decks,
        pasted,
      );
      const entries = items.map((item) => toEntry(item, language ?? 'en'));
      const missing = entries.filter((_, index) => 'exists' in items[index]! && !items[index].exists);
      return { entries, missing: missing.map(({ title }) => title), left_out: leftOut };
    },
  }),
  defineTool({
    name: 'create_plan',
    title: 'Create a plan',
    description:
      'Creates a plan that no Live has. Nothing in it reaches an audience before an operator attaches it and shows an entry.',
    writes: true,
    input: Strict({
      name: text(NAME_MAX_CHARACTERS, 'Name of the plan, such as "Sunday morning".'),
      date: Type.Optional(Type.String({ format: 'date', description: 'Date of the service, as YYYY-MM-DD.' })),
      starts_at: Type.Optional(
        Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'Start of the service, as HH:MM.' }),
      ),
      entries: Type.Optional(PlanEntries),
    }),
    output: Plan,
    run: async (api, plan) => (await api.send(`${api.owner}/plans`, { method: 'POST', body: plan })).body,
  }),
  defineTool({
    name: 'extend_plan',
    title: 'Extend a plan',
    description:
      'Adds entries to a plan, at the end or after another entry, and leaves the others as they are. A plan that a Live has is refused: only operators change it.',
    writes: true,
    input: Strict({
      plan_id: planId,
      entries: PlanEntries,
      after_entry_id: Type.Optional(
        text(ID_MAX_CHARACTERS, 'Id of the entry after which the new ones stand, from read_plan. Omit it for the end.'),
      ),
    }),
    output: Plan,
    run: extendPlan,
  }),
];

const planPath = ({ owner }: AssistantApi, id: string): string => `${owner}/plans/${encodeURIComponent(id)}`;

async function extendPlan(
  api: AssistantApi,
  input: { plan_id: string; entries: Static<typeof PlanEntries>; after_entry_id?: string },
): Promise<unknown> {
  const path = planPath(api, input.plan_id);
  for (let attempt = 1; ; attempt++) {
    const { body, etag } = await api.send(path, {});
    const { name, date, starts_at, entries } = body as Static<typeof Plan>;
    const after = entries.findIndex(({ id }) => id === input.after_entry_id);
    if (input.after_entry_id !== undefined && after < 0) {
      throw new Error(`The plan has no entry with the id "${input.after_entry_id}".`);
    }
    const at = after < 0 ? entries.length : after + 1;
    const plan = { name, date, starts_at, entries: (entries as object[]).toSpliced(at, 0, ...input.entries) };
    try {
      return (await api.send(path, { method: 'PUT', body: plan, ifMatch: etag! })).body;
    } catch (error) {
      // An operator or another program has changed the plan meanwhile.
      const isStale = error instanceof RefusedError && error.status === 412;
      if (!isStale || attempt === APPEND_ATTEMPTS) throw error;
    }
  }
}

/** Returns the chapter that a reference means. */
async function findChapter(api: AssistantApi, typed: string): Promise<{ book_id: number; chapter: number }> {
  const { data, ambiguous } = await api.get<Static<typeof References>>('/v1/references', { q: typed });
  if (ambiguous) {
    throw new Error(`"${typed}" can mean ${data.map(({ reference }) => reference).join(' or ')}. Say which.`);
  }
  const [found] = data;
  if (!found) throw new Error(`"${typed}" is no chapter. Write it as in "John 3".`);
  return { book_id: found.book_id, chapter: found.chapter ?? 1 };
}

function toEntry(item: OutlineItem, language: (typeof LANGUAGES)[number]) {
  const { kind } = item;
  if (kind === 'heading') return { kind, title: item.title };
  const noted = item.note === '' ? {} : { note: truncateToCharacters(item.note, PLAN_NOTE_MAX_CHARACTERS) };
  if (kind === 'deck') return { kind, title: item.title, deck_id: item.deckId, ...noted };
  const title = citePassageRanges(item.passages, language, (id) => bookName(id, language));
  return { kind, title: truncateToCharacters(title, PLAN_TITLE_MAX_CHARACTERS), passage: item.passages, ...noted };
}
