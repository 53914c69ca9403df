import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import { type BarInput, parseBar } from '../../session/parse-bar.ts';

export type LookupResult = Omit<Success<paths['/v1/lives/{live_id}/lookup']['get']>, 'data'> & {
  readonly data: readonly Candidate[];
};
type LookupCandidate = Success<paths['/v1/lives/{live_id}/lookup']['get']>['data'][number];
/** Meaning that typed text can have: one that the server found, or a part of the song on air. */
export type Candidate = Omit<LookupCandidate, 'kind'> & {
  readonly kind: LookupCandidate['kind'] | 'part';
  /** The slide that a part begins with. */
  readonly slide?: { readonly id: string; readonly snapshotId: string };
};

/** Backspace, Esc and Enter do nothing for this long after the bar became empty: they were meant for its text. */
export const EMPTIED_GUARD_MS = 700;

/** Selection in one of the lists, by identity, so that it stays when others change the list. */
export type Selection =
  | { readonly list: 'recent' | 'plan'; readonly id: string }
  /** A slide of a snapshot, with its title. */
  | { readonly list: 'slides'; readonly id: string; readonly snapshotId: string; readonly title: string }
  /** A page of the queue, by its first item and its part. */
  | { readonly list: 'queue'; readonly id: string; readonly part: number }
  /** Verses of the open chapter; `anchor` is where the selection began. */
  | { readonly list: 'verses'; readonly anchor: number; readonly end: number };

/** Options of Enter. Without them, the text is shown, or queued with `+`. */
export interface EnterOptions {
  /** Selects the passage in its chapter. */
  readonly selects?: boolean;
  /** Adds to the plan. */
  readonly plans?: boolean;
}

/** Text that was entered and is not yet done. */
export interface Entry extends EnterOptions {
  readonly id: number;
  readonly text: string;
  readonly parsed: BarInput;
  /** Index of the candidate that was chosen; null for the first. */
  readonly chosen: number | null;
  /** Slug of the translation that `@` names; null without `@`; undefined if it names none or several. */
  readonly edition: string | null | undefined;
  /** The candidate that is being shown; null until the text is looked up. */
  readonly candidate: Candidate | null;
}

/** Text, choice, selection and entries of the person. The server's state of the Live is the `LiveModel`. */
export interface DeskModel {
  /** Text of the bar. Only the person changes it, and Enter, which empties it. */
  readonly text: string;
  readonly chosen: number | null;
  /** Whether Enter found several candidates, so that a digit chooses one. */
  readonly needsChoice: boolean;
  /** The latest response to a lookup, and its text. */
  readonly response: { readonly q: string; readonly lookup: LookupResult } | null;
  /** Whether the lookup of the present text failed. */
  readonly failed: boolean;
  readonly entries: readonly Entry[];
  readonly selection: Selection | null;
  /** When the bar became empty, in milliseconds. */
  readonly emptiedAt: number;
  /** When Enter on an empty bar last showed something, and how many of these are without a response yet. */
  readonly enteredAt: number;
  readonly unanswered: number;
  readonly nextId: number;
}

export const NEW_DESK: DeskModel = {
  text: '',
  chosen: null,
  needsChoice: false,
  response: null,
  failed: false,
  entries: [],
  selection: null,
  emptiedAt: Number.NEGATIVE_INFINITY,
  enteredAt: Number.NEGATIVE_INFINITY,
  unanswered: 0,
  nextId: 0,
};

export type DeskInput =
  | { readonly type: 'type'; readonly text: string }
  /** The response to a lookup; null if it failed. */
  | { readonly type: 'read'; readonly q: string; readonly lookup: LookupResult | null }
  | { readonly type: 'choose'; readonly index: number }
  | { readonly type: 'select'; readonly selection: Selection | null }
  | ({ readonly type: 'enter'; readonly edition: string | null | undefined } & EnterOptions)
  | { readonly type: 'escape' | 'erase' }
  /** Enter in a list: what is selected there comes before the text of the bar, which led to it. */
  | { readonly type: 'enter-list' }
  /** The selection, or with null the next entry of the plan, was shown or refused. */
  | { readonly type: 'responded'; readonly selection: Selection | null; readonly done: boolean }
  /** An entry was carried out, or refused. */
  | { readonly type: 'entered'; readonly id: number; readonly done: boolean }
  /** This console has shown something. `selection` is that of when it was asked to: a later one stays. */
  | { readonly type: 'shown'; readonly selection: Selection | null };

export type DeskEffect =
  | { readonly type: 'look-up'; readonly q: string }
  /** Carries out an entry, and reports with `entered`. */
  | { readonly type: 'carry-out'; readonly entry: Entry & { readonly candidate: Candidate } }
  /** Runs the command at an index of the commands that match. */
  | { readonly type: 'command'; readonly index: number; readonly query: string }
  /** Shows what was selected, or with null the next entry of the plan, and reports with `responded`. */
  | { readonly type: 'show'; readonly selection: Selection | null }
  | { readonly type: 'back' }
  /** Entered text was not done, and the bar has other text by now. */
  | { readonly type: 'keep'; readonly text: string }
  | { readonly type: 'say-failed' };

export interface DeskStep {
  readonly model: DeskModel;
  readonly effects: readonly DeskEffect[];
}

/** Returns the next model and the effects of an input. `at` is the time in milliseconds. */
export function advanceDesk(model: DeskModel, input: DeskInput, at: number): DeskStep {
  const isGuarded = model.text === '' && at - model.emptiedAt < EMPTIED_GUARD_MS;
  switch (input.type) {
    case 'type':
      return setText(model, input.text, at);
    case 'read':
      return read(model, input);
    case 'choose':
      return stay({ ...model, chosen: input.index });
    case 'select':
      return stay({ ...model, selection: input.selection });
    case 'enter':
      if (model.text.trim() !== '') return enterText(model, input, at);
      return isGuarded || input.selects || input.plans || isAnswerOut(model) ? stay(model) : enterEmpty(model, at);
    case 'enter-list':
      return model.selection ? follow(setText(model, '', at), (next) => enterEmpty(next, at)) : stay(model);
    case 'responded':
      return stay({
        ...model,
        unanswered: Math.max(0, model.unanswered - 1),
        selection: model.selection ?? (input.done ? null : input.selection),
      });
    case 'escape':
      if (model.text !== '') return setText(model, '', at);
      return stay(isGuarded ? model : { ...model, selection: null });
    case 'erase':
      return { model, effects: isGuarded || model.text !== '' ? [] : [{ type: 'back' }] };
    case 'entered':
      return finishEntry(model, input);
    case 'shown':
      return stay(model.selection === input.selection ? { ...model, selection: null } : model);
  }
}

/** Returns the candidates of the present text, best first. Those of the text before remain during a lookup. */
export function candidatesOf({ text, response, failed }: DeskModel): readonly Candidate[] {
  const { kind, query } = parseBar(text);
  // Recently shown entries are no candidates for typed text, nor the reverse.
  const isRelevant = response && !failed && (response.q === '') === (query === '');
  return response && isRelevant ? ofKind(kind, response.lookup) : [];
}

/** Returns the state of the lamp. `wait`: the lookup of the text is pending. `failed`: it failed. */
export function readingOf({ text, response, failed }: DeskModel): LookupResult['reading'] | 'wait' | 'failed' {
  const { kind, query } = parseBar(text);
  if (failed) return 'failed';
  if (response?.q !== query) return 'wait';
  return kind === 'words' ? 'none' : response.lookup.reading;
}

function ofKind(kind: BarInput['kind'], { data }: LookupResult): readonly Candidate[] {
  if (kind === 'commands') return [];
  return kind === 'words' ? data.filter((one) => one.kind === 'words') : data;
}

const stay = (model: DeskModel): DeskStep => ({ model, effects: [] });

/** Sets the text, without a choice, and looks it up. */
function setText(model: DeskModel, text: string, at: number): DeskStep {
  const emptiedAt = text === '' && model.text !== '' ? at : model.emptiedAt;
  const { kind, query } = parseBar(text);
  return {
    model: { ...model, text, emptiedAt, chosen: null, needsChoice: false, failed: false },
    effects: kind === 'commands' ? [] : [{ type: 'look-up', q: query }],
  };
}

function read(model: DeskModel, { q, lookup }: Extract<DeskInput, { type: 'read' }>): DeskStep {
  const isPresent = parseBar(model.text).query === q;
  const next = isPresent
    ? { ...model, failed: lookup === null, response: lookup ? { q, lookup } : model.response }
    : model;
  const waiting = model.entries.filter(({ candidate, parsed }) => candidate === null && parsed.query === q);
  return waiting.reduce<DeskStep>((step, entry) => follow(step, (each) => resolve(each, entry, lookup)), stay(next));
}

/** Takes the text out of the bar. The keys that follow are meant for what comes next. */
function enterText(
  model: DeskModel,
  { edition, selects, plans }: Extract<DeskInput, { type: 'enter' }>,
  at: number,
): DeskStep {
  const { text, chosen, nextId: id, response } = model;
  const parsed = parseBar(text);
  if (parsed.kind === 'commands') {
    // `>` alone names no command.
    if (parsed.query === '' && chosen === null) return stay(model);
    const emptied = setText(model, '', at);
    return { ...emptied, effects: [...emptied.effects, { type: 'command', index: chosen ?? 0, query: parsed.query }] };
  }
  const entry: Entry = {
    id,
    text,
    parsed,
    chosen,
    edition,
    candidate: null,
    ...(selects && { selects }),
    ...(plans && { plans }),
  };
  const entered = { ...model, entries: [...model.entries, entry], nextId: id + 1 };
  const step = setText(entered, '', at);
  if (response?.q === parsed.query && !model.failed)
    return follow(step, (next) => resolve(next, entry, response.lookup));
  return { ...step, effects: [...step.effects, { type: 'look-up', q: parsed.query }] };
}

/** Shows what is selected, or else the next entry of the plan, unless the key repeats the last Enter. */
function enterEmpty(model: DeskModel, at: number): DeskStep {
  const { selection } = model;
  if (!selection && at - model.enteredAt < EMPTIED_GUARD_MS) return stay(model);
  const next = { ...model, selection: null, enteredAt: at, unanswered: model.unanswered + 1 };
  return { model: next, effects: [{ type: 'show', selection }] };
}

/** Returns whether the answer to the last Enter is out. */
const isAnswerOut = ({ entries, unanswered }: DeskModel): boolean => entries.length > 0 || unanswered > 0;

/** Carries out an entry whose text has one meaning. Gives other text back. */
function resolve(model: DeskModel, entry: Entry, lookup: LookupResult | null): DeskStep {
  if (!lookup) return follow(giveBack(model, entry), (next) => ({ model: next, effects: [{ type: 'say-failed' }] }));
  const candidates = ofKind(entry.parsed.kind, lookup);
  const isClear = entry.parsed.kind === 'find' && lookup.reading === 'one';
  const candidate = candidates[entry.chosen ?? 0];
  if (entry.edition === undefined) return giveBack(model, entry, { lookup });
  if (!candidate || (entry.chosen === null && !isClear)) {
    return giveBack(model, entry, { lookup, needsChoice: candidates.length > 0 && lookup.reading !== 'missing' });
  }
  const carried = { ...entry, candidate };
  const entries = model.entries.map((each) => (each.id === entry.id ? carried : each));
  return { model: { ...model, entries }, effects: [{ type: 'carry-out', entry: carried }] };
}

function finishEntry(model: DeskModel, { id, done }: Extract<DeskInput, { type: 'entered' }>): DeskStep {
  const entry = model.entries.find((each) => each.id === id);
  if (!entry) return stay(model);
  return done ? stay(withoutEntry(model, entry)) : giveBack(model, entry);
}

/** Brings entered text back into the bar, or keeps it beside the bar if something has been typed since. */
function giveBack(
  model: DeskModel,
  entry: Entry,
  { needsChoice = false, lookup }: { readonly needsChoice?: boolean; readonly lookup?: LookupResult } = {},
): DeskStep {
  const { text, chosen, parsed } = entry;
  const next = withoutEntry(model, entry);
  if (next.text !== '') return { model: next, effects: [{ type: 'keep', text }] };
  const given = { ...next, text, chosen, needsChoice, failed: false };
  // A digit can choose a candidate at once: the response for the empty bar may have arrived in between.
  if (lookup) return stay({ ...given, response: { q: parsed.query, lookup } });
  return { model: given, effects: [{ type: 'look-up', q: parsed.query }] };
}

const withoutEntry = (model: DeskModel, { id }: Entry): DeskModel => ({
  ...model,
  entries: model.entries.filter((each) => each.id !== id),
});

function follow(step: DeskStep, next: (model: DeskModel) => DeskStep): DeskStep {
  const { model, effects } = next(step.model);
  return { model, effects: [...step.effects, ...effects] };
}
