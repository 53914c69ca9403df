import { type Signal, signal } from '@preact/signals';
import { PLAN_MAX_ENTRIES } from '../../../src/contract/limits.ts';
import type { ProblemMessage } from '../../session/describe-problem.tsx';
import { type DeckTitle, fetchDecks } from '../../session/fetch-decks.ts';
import { fetchEditions, type LibraryEdition } from '../../session/fetch-editions.ts';
import { fetchLives, type NamedLive } from '../../session/fetch-lives.ts';
import { type FormatPassages, openPassageFormat } from '../../session/passages.ts';
import { openPlansClient, type PlansClient } from '../../session/plans-client.ts';
import type { Session } from '../../session/session.ts';
import { moveItem } from '../../ui/move-item.ts';
import { type EditedDocument, openDocument } from '../editing/edited-document.ts';
import { openPassageReader, type PassageReader } from './passage-reader.ts';
import { type DraftEntry, openPlanStore, type PlanDraft } from './plan-draft.ts';

/** Editor of one plan: the plan, what its entries refer to, and the acts on them. */
export interface PlanEditor {
  readonly planId: string;
  readonly client: PlansClient;
  readonly edited: EditedDocument<PlanDraft>;
  readonly reader: PassageReader;
  readonly format: FormatPassages;
  readonly lives: readonly NamedLive[];
  readonly editions: readonly LibraryEdition[];
  /** Decks of the organization by id; null if they are not known. */
  readonly decks: ReadonlyMap<string, DeckTitle> | null;
  readonly mayEdit: boolean;
  /** Key of the entry whose fields are shown. */
  readonly opened: Signal<string | null>;
  /** Key of the entry to focus after the next rendering. */
  readonly focused: Signal<string | null>;
  /** Number of entries that can still be added. */
  room(): number;
  append(entries: readonly DraftEntry[]): void;
  /** Changes fields of an entry. */
  set(key: string, changes: Partial<Omit<DraftEntry, 'key' | 'kind'>>): void;
  /** Moves an entry so that it is at the index `to` afterwards. */
  move(key: string, to: number): void;
  remove(key: string): void;
  /** Adds a removed entry again, behind the entry that it followed. */
  restore(entry: DraftEntry, after: string | null): void;
}

/** Loads a plan and what its entries refer to. Rejects with LecternProblem, or with TypeError on a network error. */
export async function openPlanEditor(
  session: Session,
  planId: string,
  language: string,
  describe: (error: unknown) => ProblemMessage,
): Promise<PlanEditor> {
  const client = openPlansClient(session);
  const store = openPlanStore(client, planId);
  const [read, lives, editions, format, decks] = await Promise.all([
    client.read(planId),
    fetchLives(session),
    fetchEditions(session),
    openPassageFormat(session, language),
    fetchDecks(session),
  ]);
  const edited = openDocument({
    session,
    store,
    saves: 'automatic',
    initial: store.toContent(read),
    draftKey: `plan.${planId}`,
    describe,
  });
  const focused = signal<string | null>(null);
  const entries = () => edited.content.peek().entries;
  const change = (next: readonly DraftEntry[], group?: string) =>
    edited.change({ ...edited.content.peek(), entries: next }, group);

  return {
    planId,
    client,
    edited,
    reader: openPassageReader(session, lives[0]?.id ?? null, format),
    format,
    lives,
    editions,
    decks,
    get mayEdit() {
      return session.scopes.value.has('live.update');
    },
    opened: signal<string | null>(null),
    focused,
    room: () => PLAN_MAX_ENTRIES - entries().length,
    append: (added) => change([...entries(), ...added]),
    set: (key, changes) =>
      change(
        entries().map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)),
        `${key} ${Object.keys(changes)}`,
      ),
    move(key, to) {
      const from = entries().findIndex((entry) => entry.key === key);
      if (from < 0 || to < 0 || to === from || to >= entries().length) return;
      change(moveItem(entries(), from, to));
    },
    remove(key) {
      const at = entries().findIndex((entry) => entry.key === key);
      if (at < 0) return;
      const next = entries().toSpliced(at, 1);
      focused.value = (next[at] ?? next.at(-1))?.key ?? null;
      change(next);
    },
    restore(entry, after) {
      if (entries().some(({ key }) => key === entry.key)) return;
      const at = entries().findIndex(({ key }) => key === after) + 1;
      focused.value = entry.key;
      change(entries().toSpliced(at, 0, entry));
    },
  };
}
