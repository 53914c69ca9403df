import type { ConsoleContext } from '../state/console-context.ts';
import { CONSOLE_COMMANDS } from './commands.ts';
import { findKeyBinding } from './key-bindings.ts';

const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * Routes the page's key presses to commands. A pane that handles a key itself calls preventDefault(). Returns a
 * function that stops listening.
 */
export function listenToKeys(context: ConsoleContext): () => void {
  const { bar, live } = context;

  const onKeyDown = (event: KeyboardEvent) => {
    // An input method editor handles its own keys while composing.
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
    // The browser closes the menu.
    if (event.key === 'Escape' && document.querySelector(':popover-open')) return;
    const target = event.target as Element;
    const inBar = target === bar.input.current;
    const inField = !inBar && target.matches(FIELDS);
    const keyContext = inField ? 'field' : bar.text.value === '' ? 'empty' : 'text';

    const binding = findKeyBinding(event, keyContext);
    if (!binding) return startTyping(event, inBar || inField);
    // A focused control handles its own keys.
    if (['Space', 'Enter', 'NumpadEnter'].includes(event.code) && isControl(target)) return;
    event.preventDefault();
    if (event.repeat) return;
    const isInList = bar.selection.value !== null && target.closest('[role=listbox]');
    if (binding.command === 'enter' && isInList) return live.confirm() || bar.enterList();
    void CONSOLE_COMMANDS[binding.command](context);
  };

  /** Moves the focus to the bar when text is typed or pasted elsewhere, so that the text arrives there. */
  const startTyping = (event: KeyboardEvent, inField: boolean) => {
    if (inField || event.key.length !== 1 || event.key === ' ') return;
    // Some systems report AltGr, which types "@" on some keyboards, as Ctrl+Alt.
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    if (!isCommand || isPaste(event)) bar.focus();
  };

  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

const isControl = (element: Element): boolean => element.matches('button, a[href], summary, [role=tab], [role=button]');

const isPaste = ({ ctrlKey, metaKey, altKey, code }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && code === 'KeyV';
