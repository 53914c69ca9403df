import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { REFERENCE_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import { useResume } from '../use-resume.ts';
import { useWorkspace } from '../workspace-context.ts';
import { type AddOption, type AddOptions, findAddOptions, NO_OPTIONS, toEntry } from './add-options.ts';
import { kindLabel } from './kind-label.ts';
import type { PlanEditor } from './plan-editor.ts';

/** Time in ms for which the bar says what was added. */
const ADDED_MS = 6_000;

interface Props {
  readonly editor: PlanEditor;
  /** Called with a pasted text of several lines. */
  onOutline(text: string): void;
}

/** Renders the field that adds entries: Enter adds the marked option. What is typed is never changed. */
export function AddBar({ editor, onOutline }: Props) {
  const { strings, session } = useWorkspace();
  const texts = strings.plans;
  const input = useRef<HTMLInputElement>(null);
  const text = useSignal('');
  const found = useSignal<AddOptions>(NO_OPTIONS);
  /** Option chosen with the arrow keys; null if none is. */
  const chosen = useSignal<number | null>(null);
  const isOpen = useSignal(false);
  const message = useSignal('');
  const lookUp = useMemo(() => createLookUp(), []);
  useEffect(() => {
    // On a touch screen the focus would open the keyboard.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  const { options } = found.value;
  useResume(() => void type(text.value));
  const marked = chosen.value ?? found.value.marked;

  const type = async (next: string) => {
    text.value = next;
    chosen.value = null;
    message.value = '';
    isOpen.value = next.trim() !== '';
    const result = await read(next);
    if (text.value === next && result) found.value = result;
  };
  /** Finds the options for a text. Returns null on failure, or if another text is typed meanwhile. */
  const read = async (typed: string): Promise<AddOptions | null> => {
    if (typed.trim() === '') return NO_OPTIONS;
    try {
      return await lookUp(typed, (signal) => findAddOptions(session, editor, typed, signal));
    } catch {
      // The dialog for an ended session explains it.
      if (text.value === typed && !session.expired.value) message.value = texts.lookupFailed;
      return null;
    }
  };
  const add = (option: AddOption, { translation }: AddOptions) => {
    if (option.kind === 'book') {
      void type(`${option.title} `);
    } else if (editor.room() === 0) {
      message.value = texts.full;
    } else {
      editor.append([toEntry(option, translation)]);
      text.value = '';
      found.value = NO_OPTIONS;
      chosen.value = null;
      isOpen.value = false;
      const added = texts.added(option.title);
      message.value = added;
      setTimeout(() => {
        if (message.value === added) message.value = '';
      }, ADDED_MS);
    }
    input.current?.focus();
  };
  const submit = async () => {
    const typed = text.value;
    const at = chosen.value;
    const result = await read(typed);
    // The text or the choice changed meanwhile; Enter was meant for the old one.
    if (!result || text.value !== typed || chosen.value !== at) return;
    found.value = result;
    const option = result.options[at ?? result.marked ?? -1];
    if (option) add(option, result);
    else if (result.reading === 'missing') message.value = texts.noSuchVerse;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey) return;
    const { length } = found.value.options;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!event.repeat) void submit();
    } else if (event.key === 'Escape' && text.value !== '') {
      event.preventDefault();
      void type('');
    } else if (step && length > 0) {
      event.preventDefault();
      const from = chosen.value ?? found.value.marked ?? (step > 0 ? -1 : 0);
      chosen.value = (from + step + length) % length;
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData('text/plain').trim() ?? '';
    if (!/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    onOutline(pasted);
  };

  const isShown = isOpen.value && options.length > 0;
  return (
    <search class="add-bar">
      <input
        ref={input}
        class="add-field"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls="add-options"
        aria-activedescendant={isShown && marked !== null ? `add-option-${marked}` : undefined}
        aria-label={texts.add}
        aria-describedby="add-hint"
        placeholder={texts.addPlaceholder}
        autocomplete="off"
        autocapitalize="off"
        enterkeyhint="done"
        spellcheck={false}
        maxLength={REFERENCE_MAX_CHARACTERS}
        value={text.value}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={() => {
          isOpen.value = text.value.trim() !== '';
        }}
        onBlur={() => {
          isOpen.value = false;
        }}
      />
      <p id="add-hint" class="meta" role="status">
        {message.value || texts.addHint}
      </p>
      <div id="add-options" class="add-options" role="listbox" aria-label={texts.add} hidden={!isShown}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field's arrow keys choose an option.
          <div
            id={`add-option-${index}`}
            key={`${option.kind} ${option.title} ${index}`}
            class="add-option"
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => add(option, found.value)}
          >
            <span class="option-title" dir="auto">
              {option.kind === 'heading' ? texts.addHeading(option.title) : option.title}
            </span>
            <span class="chip">{kindLabel(option, editor, texts)}</span>
            {'text' in option && (
              <span class="option-text scripture" dir="auto" lang={option.lang}>
                {option.text}
              </span>
            )}
          </div>
        ))}
      </div>
    </search>
  );
}

/** Returns a function that runs one look-up at a time: the same text shares it, another text aborts it. */
function createLookUp() {
  let current: { readonly text: string; readonly stop: AbortController; readonly result: Promise<AddOptions> } | null =
    null;
  return async (text: string, find: (signal: AbortSignal) => Promise<AddOptions>): Promise<AddOptions | null> => {
    if (current?.text !== text) {
      current?.stop.abort();
      const stop = new AbortController();
      current = { text, stop, result: find(stop.signal) };
    }
    const mine = current;
    try {
      const result = await mine.result;
      return current === mine ? result : null;
    } catch (error) {
      if (mine.stop.signal.aborted) return null;
      // The next key press or Enter tries again.
      if (current === mine) current = null;
      throw error;
    }
  };
}
