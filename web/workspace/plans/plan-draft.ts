import type { PassageRange } from '../../../src/contract/passage-format.ts';
import type { PlanBody, PlanData, PlanEntryData, PlansClient, PlanWithEtag } from '../../session/plans-client.ts';
import type { DocumentStore, StoredContent } from '../editing/document-store.ts';
import { toEntryTitle } from './entry-title.ts';

type EntryInput = PlanBody['entries'][number];

/** Entry in the editor. */
export interface DraftEntry {
  /** Identifies the entry in this page, also before the server has given it an id. */
  readonly key: string;
  readonly kind: PlanEntryData['kind'];
  readonly title: string;
  readonly passage?: string | readonly PassageRange[];
  readonly translations?: readonly string[];
  readonly deck_id?: string;
  readonly note: string;
  readonly minutes: number | null;
  readonly person: string | null;
  readonly listed: boolean;
}

/** Plan in the editor. */
export interface PlanDraft {
  readonly name: string;
  readonly date: string | null;
  readonly starts_at: string | null;
  readonly entries: readonly DraftEntry[];
}

let keys = 0;
/** Returns a new entry without an id. */
export const createEntry = (
  entry: Omit<DraftEntry, 'key' | 'note' | 'minutes' | 'person' | 'listed'> & Partial<DraftEntry>,
): DraftEntry => ({
  note: '',
  minutes: null,
  person: null,
  listed: true,
  ...entry,
  title: toEntryTitle(entry.title),
  key: `new-${Date.now().toString(36)}-${++keys}`,
});

/** Stores the plan of an editor. It knows the ids that the server has given to new entries. */
export function openPlanStore(
  client: PlansClient,
  planId: string,
): DocumentStore<PlanDraft> & { toContent(read: PlanWithEtag): StoredContent<PlanDraft> } {
  /** Ids of entries by their key. The key of an entry that was read is its id. */
  const ids = new Map<string, string>();
  const toInput = ({ key, ...entry }: DraftEntry): EntryInput => ({
    ...(ids.has(key) && { id: ids.get(key) }),
    ...(entry as EntryInput),
  });
  const toContent = ({ plan, etag }: PlanWithEtag): StoredContent<PlanDraft> => {
    const { name, date, starts_at, entries } = plan;
    for (const { id } of entries) ids.set(id, id);
    return { content: { name, date, starts_at, entries: entries.map(toDraftEntry) }, etag };
  };
  return {
    toContent,
    read: async () => toContent(await client.read(planId)),
    async write(content, { etag }) {
      const { entries } = content;
      const saved = await client.replace(planId, etag, { ...content, entries: entries.map(toInput) });
      entries.forEach(({ key }, index) => {
        ids.set(key, saved.plan.entries[index]!.id);
      });
      return { content, etag: saved.etag };
    },
    isSame: (one, other) => JSON.stringify(withoutKeys(one)) === JSON.stringify(withoutKeys(other)),
    toDraft: (draft) => ({
      ...draft,
      entries: draft.entries.map((entry) => ({ ...entry, key: ids.get(entry.key) ?? entry.key })),
    }),
  };
}

function toDraftEntry({ id, passage, ...entry }: PlanData['entries'][number]): DraftEntry {
  const passages = typeof passage === 'object' && !Array.isArray(passage) ? [passage] : passage;
  return { ...entry, key: id, ...(passages !== undefined && { passage: passages }) };
}

/** Returns the content in a fixed order of fields, without the keys of new entries. */
const withoutKeys = ({ name, date, starts_at, entries }: PlanDraft) => [
  name,
  date,
  starts_at,
  entries.map(({ kind, title, passage, translations, deck_id, note, minutes, person, listed }) => [
    kind,
    title,
    typeof passage === 'string' ? passage : passage?.map(toNumbers),
    translations,
    deck_id,
    note,
    minutes,
    person,
    listed,
  ]),
];
const toNumbers = ({ book_id, chapter, verse, end_chapter, end_verse }: PassageRange) => [
  book_id,
  chapter,
  verse,
  end_chapter,
  end_verse,
];
