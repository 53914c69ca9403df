import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createRef, type RefObject } from 'preact';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import { type Edition, matchEditions } from '../../session/editions.ts';
import type { Library } from '../../session/library.ts';
import { type BarInput, parseBar } from '../../session/parse-bar.ts';
import type { LiveControl } from '../live/live-control.ts';
import {
  advanceDesk,
  type Candidate,
  candidatesOf,
  type DeskEffect,
  type DeskInput,
  type DeskModel,
  type EnterOptions,
  type LookupResult,
  NEW_DESK,
  readingOf,
  type Selection,
} from './desk-machine.ts';
import type { SlidesState } from './slides-state.ts';
import { findParts, withParts } from './song-candidates.ts';

/** The bar and the selection in the lists: signals of the `DeskModel`, and its inputs. */
export interface BarState {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: ReadonlySignal<string>;
  readonly parsed: ReadonlySignal<BarInput>;
  readonly reading: ReadonlySignal<ReturnType<typeof readingOf>>;
  readonly candidates: ReadonlySignal<readonly Candidate[]>;
  /** The single edition that `@` names; null without `@`, or if it names none or several. */
  readonly edition: ReadonlySignal<Edition | null>;
  /** All editions that `@` can name; null without `@`. */
  readonly editions: ReadonlySignal<readonly Edition[] | null>;
  readonly chosen: ReadonlySignal<number | null>;
  readonly needsChoice: ReadonlySignal<boolean>;
  readonly selection: ReadonlySignal<Selection | null>;
  type(text: string): void;
  choose(index: number): void;
  select(selection: Selection | null): void;
  enter(options?: EnterOptions): void;
  /** Shows what is selected in a list. */
  enterList(): void;
  /** Reports whether a selection was shown. One that was not is selected again, unless something else is by now. */
  answer(selection: Selection | null, done: boolean): void;
  /** Reports the outcome of an entry. */
  finish(id: number, done: boolean): void;
  escape(): void;
  erase(): void;
  /**
   * Called when this console is asked to show something. Returns a function that drops the selection of now, for when
   * it is shown.
   */
  beginShow(): () => void;
  /** Looks the text up again if its lookup failed. */
  retry(): void;
  focus(): void;
  close(): void;
}

/** Effects that need the rest of the console. */
type OuterEffect = Exclude<DeskEffect, { type: 'look-up' }>;

/** Carries out what the machine of the desk decides. `perform` is not called before this returns. */
export function openBar(
  { session, liveId, needsConfirmation, dismiss }: LiveControl,
  library: Library,
  { onAir }: Pick<SlidesState, 'onAir'>,
  partNames: ConsoleStrings['songParts'],
  perform: (effect: OuterEffect) => void,
): BarState {
  const input = createRef<HTMLInputElement>();
  const model = signal<DeskModel>(NEW_DESK);
  const lookups = new Map<string, AbortController>();
  const pick = <Value>(read: (model: DeskModel) => Value) => computed(() => read(model.value));
  const parsed = pick(({ text }) => parseBar(text));

  const dispatch = (next: DeskInput) => {
    const step = advanceDesk(model.peek(), next, performance.now());
    model.value = step.model;
    for (const effect of step.effects) {
      if (effect.type === 'look-up') lookUp(effect.q);
      else perform(effect);
    }
  };
  /** Enter then means what is typed or selected, and no longer the question of the strip. */
  const dispatchInput = (next: DeskInput) => {
    if (needsConfirmation()) dismiss();
    dispatch(next);
  };

  /** Looks up a text, and aborts lookups of texts that are neither present nor entered. */
  const lookUp = (q: string) => {
    const { entries } = model.peek();
    for (const [other, stop] of lookups) {
      if (other === q || entries.some(({ parsed: { query } }) => query === other)) continue;
      stop.abort();
      lookups.delete(other);
    }
    if (lookups.has(q)) return;
    const stop = new AbortController();
    lookups.set(q, stop);
    void request(q, stop.signal).then((lookup) => {
      if (lookups.get(q) !== stop) return;
      lookups.delete(q);
      const song = onAir.peek();
      dispatch({ type: 'read', q, lookup: lookup && song ? withParts(lookup, findParts(q, song, partNames)) : lookup });
    });
  };
  const request = async (q: string, stopped: AbortSignal): Promise<LookupResult | null> => {
    try {
      const params = { path: { live_id: liveId }, query: { q } };
      return (await session.client.GET('/v1/lives/{live_id}/lookup', { params, signal: stopped })).data;
    } catch {
      return null;
    }
  };

  const editions = computed(() => {
    const { edition } = parsed.value;
    return edition === null ? null : matchEditions(edition, library.editions.value);
  });
  const edition = computed(() => (editions.value?.length === 1 ? editions.value[0]! : null));
  lookUp('');
  return {
    input,
    text: pick(({ text }) => text),
    parsed,
    reading: pick(readingOf),
    candidates: pick(candidatesOf),
    edition,
    editions,
    chosen: pick(({ chosen }) => chosen),
    needsChoice: pick(({ needsChoice }) => needsChoice),
    selection: pick(({ selection }) => selection),
    type: (text) => dispatchInput({ type: 'type', text }),
    choose: (index) => dispatchInput({ type: 'choose', index }),
    select: (selection) => dispatchInput({ type: 'select', selection }),
    enter: (options) => dispatch({ type: 'enter', edition: editions.value ? edition.value?.slug : null, ...options }),
    enterList: () => dispatch({ type: 'enter-list' }),
    answer: (selection, done) => dispatch({ type: 'responded', selection, done }),
    finish: (id, done) => dispatch({ type: 'entered', id, done }),
    escape: () => dispatch({ type: 'escape' }),
    erase: () => dispatch({ type: 'erase' }),
    beginShow() {
      const { selection } = model.peek();
      return () => dispatch({ type: 'shown', selection });
    },
    retry: () => lookUp(parsed.value.query),
    focus() {
      const { current: field } = input;
      if (!field) return;
      field.focus();
      // A closing dialog restores the focus without the caret, so that keys would reach the field without writing.
      field.setSelectionRange(field.selectionStart, field.selectionEnd);
    },
    close() {
      for (const stop of lookups.values()) stop.abort();
    },
  };
}
