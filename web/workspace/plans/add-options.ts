import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { PassageRange } from '../../../src/contract/passage-format.ts';
import { matchEditions } from '../../session/editions.ts';
import { langOf } from '../../session/lang-of.ts';
import { parseBar } from '../../session/parse-bar.ts';
import { toPassages } from '../../session/passages.ts';
import type { Session } from '../../session/session.ts';
import { createEntry, type DraftEntry } from './plan-draft.ts';
import type { PlanEditor } from './plan-editor.ts';

type Lookup = Success<paths['/v1/lives/{live_id}/lookup']['get']>;

/** Something that the typed text can mean. */
export type AddOption =
  | {
      readonly kind: 'passage' | 'recent' | 'words';
      readonly title: string;
      readonly text: string;
      /** Value of the lang attribute of the text. */
      readonly lang: string;
      readonly passages: readonly PassageRange[];
    }
  | { readonly kind: 'book'; readonly title: string }
  | { readonly kind: 'heading'; readonly title: string }
  | { readonly kind: 'deck'; readonly title: string; readonly deckId: string };

/** Options for the typed text. */
export interface AddOptions {
  readonly reading: Lookup['reading'];
  readonly options: readonly AddOption[];
  /** Index of the option that Enter adds; null if the person must choose one. */
  readonly marked: number | null;
  /** Short name of the edition that `@` names. */
  readonly translation: string | null;
}

export const NO_OPTIONS: AddOptions = { reading: 'none', options: [], marked: null, translation: null };
const HEADING_PREFIX = /^\s*[-–—]\s*/;

/**
 * Finds what typed text can mean, as the bar of the console does: a passage, a book, a deck, words of a verse. Every
 * text can be a heading; with a leading dash it is one. Rejects with LecternProblem, or with TypeError on a network
 * error.
 */
export async function findAddOptions(
  session: Session,
  editor: PlanEditor,
  text: string,
  signal: AbortSignal,
): Promise<AddOptions> {
  if (HEADING_PREFIX.test(text)) {
    const title = text.replace(HEADING_PREFIX, '').trim();
    return title === '' ? NO_OPTIONS : { ...NO_OPTIONS, options: [{ kind: 'heading', title }], marked: 0 };
  }
  const { kind, query, edition } = parseBar(text);
  if (query === '') return NO_OPTIONS;
  const editions = edition ? matchEditions(edition, editor.editions) : [];
  const lookup = await lookUp(session, editor, query, signal);
  const found = lookup.data
    .filter((candidate) => kind !== 'words' || candidate.kind === 'words')
    .map((candidate) => toOption(candidate, editor));
  const first = found.filter((option) => option.kind !== 'words' || kind === 'words');
  const heading: AddOption = { kind: 'heading', title: text.trim() };
  const words = found.filter((option) => !first.includes(option));
  const options = [...first, heading, ...words];
  return {
    reading: lookup.reading,
    options,
    marked: lookup.reading === 'missing' ? null : 0,
    translation: editions.length === 1 ? editions[0]!.slug : null,
  };
}

/** Without a Live, passages have no text and words are not searched. */
async function lookUp(
  { client }: Session,
  { lives, decks }: PlanEditor,
  q: string,
  signal: AbortSignal,
): Promise<Pick<Lookup, 'reading' | 'data'>> {
  const [live] = lives;
  if (live) {
    const params = { path: { live_id: live.id }, query: { q } };
    return (await client.GET('/v1/lives/{live_id}/lookup', { params, signal })).data;
  }
  const { data } = await client.GET('/v1/references', { params: { query: { q } }, signal });
  const passages = data.data.map((candidate) => ({
    kind: 'passage' as const,
    reference: candidate.reference,
    exists: candidate.exists,
    confidence: candidate.confidence,
    passages: toPassages(candidate),
    translations: [],
    texts: [],
  }));
  const typed = q.toLocaleLowerCase();
  const titles = [...(decks?.values() ?? [])].filter(({ title }) => title.toLocaleLowerCase().includes(typed));
  const found = titles.map(({ id, title }) => ({
    kind: 'deck' as const,
    reference: title,
    exists: true,
    confidence: 0,
    passages: [],
    translations: [],
    texts: [],
    deck_id: id,
  }));
  const [first] = passages;
  const reading = first ? (first.exists ? (data.ambiguous ? 'several' : 'one') : 'missing') : 'none';
  return { reading, data: [...passages, ...found] };
}

function toOption(candidate: Lookup['data'][number], { format }: PlanEditor): AddOption {
  const { kind, reference, passages, texts } = candidate;
  if (kind === 'deck') return { kind, title: reference, deckId: candidate.deck_id! };
  if (kind === 'book' || passages.some(({ chapter }) => chapter === undefined))
    return { kind: 'book', title: format(passages) };
  return { kind, title: format(passages), text: texts[0]?.text ?? '', lang: langOf(texts[0]), passages };
}

/** Returns the entry for an option. A book alone is no entry. */
export function toEntry(option: Exclude<AddOption, { kind: 'book' }>, translation: string | null): DraftEntry {
  const { title } = option;
  if (option.kind === 'heading') return createEntry({ kind: 'heading', title });
  if (option.kind === 'deck') return createEntry({ kind: 'deck', title, deck_id: option.deckId });
  return createEntry({
    kind: 'passage',
    title,
    passage: option.passages,
    ...(translation !== null && { translations: [translation] }),
  });
}
