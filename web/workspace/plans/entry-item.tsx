import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { langOf } from '../../session/lang-of.ts';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import { useWorkspace } from '../workspace-context.ts';
import { EntryForm } from './entry-form.tsx';
import { kindLabel } from './kind-label.ts';
import type { ReadPassage } from './passage-reader.ts';
import type { DraftEntry } from './plan-draft.ts';
import type { PlanEditor } from './plan-editor.ts';

interface Props {
  readonly editor: PlanEditor;
  readonly entry: DraftEntry;
  readonly index: number;
  readonly isLast: boolean;
  readonly isOpen: boolean;
}

/** Renders an entry. It is rendered again only if it changes itself, so that a long plan stays fast. */
export function EntryItem(props: Props) {
  const { editor, entry, index, isLast, isOpen } = props;
  return useMemo(() => <EntryRow {...props} />, [editor, entry, index, isLast, isOpen]);
}

function EntryRow({ editor, entry, index, isLast, isOpen }: Props) {
  const { strings, toasts } = useWorkspace();
  const texts = strings.plans;
  const { key, kind, title, note } = entry;
  const { mayEdit } = editor;
  const row = useRef<HTMLLIElement>(null);
  const passage = usePassage(editor, entry, row);
  const deck = kind === 'deck' ? editor.decks?.get(entry.deck_id!) : undefined;
  const isMissing = isDeckMissing(entry, editor);
  const { element, edge, isDragged } = useRowDrag({
    list: 'plan-entries',
    mayMove: mayEdit && !isOpen,
    row: index,
    group: key,
    move: (from, to) => {
      const moved = editor.edited.content.peek().entries[from];
      if (moved) editor.move(moved.key, to);
    },
  });

  const toggle = () => {
    if (mayEdit) editor.opened.value = isOpen ? null : key;
  };
  const remove = () => {
    const after = editor.edited.content.peek().entries[index - 1]?.key ?? null;
    editor.remove(key);
    if (isOpen) editor.opened.value = null;
    toasts.show({
      text: texts.removed(title),
      action: { label: texts.undo, run: () => editor.restore(entry, after) },
    });
  };
  const moveBy = (by: -1 | 1) => {
    editor.move(key, index + by);
    const { entries } = editor.edited.content.peek();
    const at = entries.findIndex((one) => one.key === key) + 1;
    toasts.announce(strings.frame.movedTo(title, at, entries.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    const { entries } = editor.edited.content.peek();
    if (step && event.altKey && mayEdit) {
      editor.focused.value = key;
      moveBy(step);
    } else if (step && !event.altKey) editor.focused.value = entries[index + step]?.key ?? key;
    else if (event.key === 'Delete' && mayEdit && !event.repeat) remove();
    else return;
    event.preventDefault();
  };

  const warning = isMissing ? texts.deckMissing : toWarning(passage.value, texts);
  const reference = kind === 'passage' ? passage.value.reference : (deck?.title ?? null);
  return (
    <li ref={row} class="entry" data-key={key} data-kind={kind} data-open={isOpen || undefined}>
      <div ref={element} class="entry-line" data-dragging={isDragged || undefined}>
        {mayEdit && <span class="entry-grip" aria-hidden="true" />}
        <button
          type="button"
          class="entry-main"
          aria-expanded={mayEdit ? isOpen : undefined}
          aria-describedby={warning ? `warning-${key}` : undefined}
          onClick={toggle}
          onKeyDown={onKeyDown}
        >
          <span class="entry-title" dir="auto">
            {title}
          </span>
          {kind !== 'heading' && !isMissing && (
            <span class="chip">{kindLabel({ kind, deckId: entry.deck_id }, editor, texts)}</span>
          )}
          {reference !== null && reference !== title && (
            <span class="entry-reference" dir="auto">
              {reference}
            </span>
          )}
          {entry.translations && entry.translations.length > 0 && (
            <span class="entry-translations">{entry.translations.join(' · ').toUpperCase()}</span>
          )}
          {(entry.minutes !== null || entry.person !== null) && !isOpen && (
            <span class="entry-translations" dir="auto">
              {[entry.minutes !== null && texts.duration(entry.minutes), entry.person].filter(Boolean).join(' · ')}
            </span>
          )}
          {passage.value.verses[0]?.texts[0] && (
            <span class="entry-words" dir="auto" lang={langOf(passage.value.verses[0].texts[0])}>
              {passage.value.verses[0].texts[0].text}
            </span>
          )}
          {note !== '' && !isOpen && (
            <span class="entry-note" dir="auto">
              {note}
            </span>
          )}
        </button>
        {mayEdit && (
          <button type="button" class="quiet entry-remove" aria-label={texts.of(texts.remove, title)} onClick={remove}>
            <span aria-hidden="true">×</span>
          </button>
        )}
        {edge && <span class="drop-line" data-edge={edge} />}
      </div>
      {warning && (
        <p id={`warning-${key}`} class="entry-warning">
          {warning}
        </p>
      )}
      {isOpen && (
        <EntryForm
          editor={editor}
          entry={entry}
          reference={reference}
          moveUp={index > 0 ? () => moveBy(-1) : null}
          moveDown={isLast ? null : () => moveBy(1)}
          remove={remove}
        />
      )}
    </li>
  );
}

const UNKNOWN: ReadPassage = { state: 'unknown', reference: null, passages: [], verses: [] };

/** Rows this far from the viewport are read, so that a person who scrolls sees their texts at once. */
const READ_MARGIN = '50%';

/**
 * Reads the beginning of the passage of an entry when its row comes near the viewport, so that the first load of a long
 * plan stays small. It stays unknown if it cannot be read.
 */
function usePassage(
  { reader }: PlanEditor,
  { kind, passage, translations }: DraftEntry,
  row: RefObject<HTMLLIElement | null>,
): Signal<ReadPassage> {
  const read = useSignal(UNKNOWN);
  const isNear = useSignal(false);
  useEffect(() => {
    if (kind !== 'passage') return;
    const observer = new IntersectionObserver(
      (changes) => {
        if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
        isNear.value = true;
        observer.disconnect();
      },
      { rootMargin: READ_MARGIN },
    );
    observer.observe(row.current!);
    return () => observer.disconnect();
  }, [kind]);
  useEffect(() => {
    if (kind !== 'passage' || !isNear.value) return;
    let isCurrent = true;
    reader.read({ passage, translations }, 'beginning').then(
      (result) => {
        if (isCurrent) read.value = result;
      },
      () => {
        if (isCurrent) read.value = UNKNOWN;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [kind, passage, translations, isNear.value]);
  return read;
}

/** Tells whether the deck of an entry was deleted. Whether it was a song or slides is then not known. */
const isDeckMissing = ({ kind, deck_id }: DraftEntry, { decks }: PlanEditor): boolean =>
  kind === 'deck' && decks !== null && !decks.has(deck_id!);

/** Returns why the passage of an entry cannot be shown, and what to do. Returns null if nothing is known against it. */
function toWarning(
  { state }: ReadPassage,
  texts: { readonly passageMissing: string; readonly passageUnread: string },
): string | null {
  if (state === 'missing') return texts.passageMissing;
  return state === 'unread' ? texts.passageUnread : null;
}
