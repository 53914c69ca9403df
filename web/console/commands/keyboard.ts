import type { ConsoleContext } from '../state/console-context.ts';
import { CONSOLE_COMMANDS } from './commands.ts';
import { findKeyBinding } from './key-bindings.ts';

/** After erasing what was typed, these keys do nothing for a moment: their next press was meant for the text. */
const ERASING = ['Backspace', 'Escape'];
const ERASED_MS = 700;

const FIELDS = 'input, textarea, select, [contenteditable]';

/** Brings the keys of the whole page to the commands. A pane that uses a key itself prevents its default. Returns what ends that. */
export function listenToKeys(context: ConsoleContext): () => void {
  const { bar, live } = context;

  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, its keys are its own.
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
    const target = event.target as Element;
    const inBar = target === bar.input.current;
    const inField = !inBar && target.matches(FIELDS);
    const place = inField ? 'field' : bar.text.value === '' ? 'empty' : 'text';

    const row = findKeyBinding(event, place);
    if (!row) return startTyping(event, inBar || inField);
    // A control that has the focus is pressed by its own keys.
    if (['Space', 'Enter', 'NumpadEnter'].includes(event.code) && isControl(target)) return;
    event.preventDefault();
    if (event.repeat) return;
    const erases = ERASING.includes(event.key) && bar.text.value === '' && !live.strip.value;
    if (erases && performance.now() - bar.erasedAt < ERASED_MS) return;
    void CONSOLE_COMMANDS[row.command](context);
  };

  /** What is typed or pasted anywhere goes into the bar: it gets the focus, and then the text. */
  const startTyping = (event: KeyboardEvent, inField: boolean) => {
    if (inField || event.key.length !== 1 || event.key === ' ') return;
    // AltGr, with which some keyboards write "@", is Ctrl and Alt to some systems.
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    if (!isCommand || isPaste(event)) bar.focus();
  };

  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

const isControl = (element: Element): boolean => element.matches('button, a[href], summary, [role=tab], [role=button]');

const isPaste = ({ ctrlKey, metaKey, altKey, code }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && code === 'KeyV';
