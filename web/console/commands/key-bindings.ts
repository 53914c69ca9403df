import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import type { CommandName } from './commands.ts';

/**
 * Context in which a key applies. `anywhere`: always, even while typing. `empty`: while the bar is empty and no other
 * field has the focus. `text`: while the bar contains text.
 */
type KeyContext = 'anywhere' | 'empty' | 'text';

export interface KeyBinding {
  /** Key combinations in tinykeys notation; letters by their physical key (`KeyZ`). */
  readonly keys: readonly string[];
  readonly command: CommandName;
  readonly context: KeyContext;
}

/** All key bindings of the console, as listed in the help. */
export const KEY_BINDINGS: readonly KeyBinding[] = [
  { keys: ['PageDown'], command: 'next', context: 'anywhere' },
  { keys: ['ArrowRight', 'Space'], command: 'next', context: 'empty' },
  { keys: ['PageUp'], command: 'previous', context: 'anywhere' },
  { keys: ['ArrowLeft'], command: 'previous', context: 'empty' },
  { keys: ['Shift+ArrowRight'], command: 'more', context: 'empty' },
  { keys: ['Shift+ArrowLeft'], command: 'less', context: 'empty' },
  { keys: ['$mod+ArrowRight'], command: 'nextChapter', context: 'empty' },
  { keys: ['$mod+PageDown'], command: 'nextChapter', context: 'anywhere' },
  { keys: ['$mod+ArrowLeft'], command: 'previousChapter', context: 'empty' },
  { keys: ['$mod+PageUp'], command: 'previousChapter', context: 'anywhere' },
  { keys: ['$mod+ArrowUp'], command: 'minuteMore', context: 'empty' },
  { keys: ['$mod+ArrowDown'], command: 'minuteLess', context: 'empty' },
  { keys: ['[Shift]+.'], command: 'hide', context: 'empty' },
  { keys: ['F2'], command: 'hide', context: 'anywhere' },
  { keys: ['F5'], command: 'reveal', context: 'anywhere' },
  { keys: ['Backspace'], command: 'erase', context: 'empty' },
  { keys: ['$mod+KeyZ'], command: 'undo', context: 'empty' },
  { keys: ['$mod+Shift+KeyZ'], command: 'redo', context: 'empty' },
  { keys: ['Enter'], command: 'enter', context: 'empty' },
  { keys: ['Enter'], command: 'enter', context: 'text' },
  { keys: ['Alt+Backspace'], command: 'takeBack', context: 'anywhere' },
  { keys: ['ArrowDown'], command: 'older', context: 'empty' },
  { keys: ['ArrowUp'], command: 'newer', context: 'empty' },
  { keys: ['Alt+Digit1', 'F7'], command: 'translation1', context: 'anywhere' },
  { keys: ['Alt+Digit2', 'F8'], command: 'translation2', context: 'anywhere' },
  { keys: ['Alt+Digit3', 'F9'], command: 'translation3', context: 'anywhere' },
  { keys: ['Alt+Digit4', 'F10'], command: 'translation4', context: 'anywhere' },
  { keys: ['$mod+.'], command: 'pauseAll', context: 'anywhere' },
  { keys: ['F6'], command: 'nextPane', context: 'anywhere' },
  { keys: ['Shift+F6'], command: 'previousPane', context: 'anywhere' },
  { keys: ['F4'], command: 'showList', context: 'anywhere' },
  { keys: ['F1'], command: 'help', context: 'anywhere' },
  { keys: ['[Shift]+?'], command: 'help', context: 'empty' },
  { keys: ['$mod+KeyL'], command: 'lock', context: 'anywhere' },
  { keys: ['[Shift]+/', '$mod+KeyF'], command: 'bar', context: 'empty' },
  { keys: ['$mod+KeyF'], command: 'bar', context: 'text' },
  { keys: ['Escape'], command: 'escape', context: 'anywhere' },
];

/** Keys that the bar and the lists handle themselves, listed here for the help only. */
export const TYPING_KEYS = [
  { keys: ['Enter'], name: 'show' },
  { keys: ['Shift+Enter'], name: 'plan' },
  { keys: ['$mod+Enter'], name: 'select' },
  { keys: ['ArrowUp', 'ArrowDown'], name: 'choose' },
  { keys: ['1–9'], name: 'digits' },
  { keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], name: 'move' },
  { keys: ['Delete'], name: 'removeLine' },
  { keys: ['Shift+Delete'], name: 'removeRun' },
  { keys: ['Shift+ArrowUp', 'Shift+ArrowDown'], name: 'range' },
] as const;

const PARSED = KEY_BINDINGS.map((binding) => ({
  binding,
  presses: binding.keys.map((keys) => parseKeybinding(keys)[0]!),
}));

/** Returns the binding for a key press in a context, or undefined if there is no such binding. */
export function findKeyBinding(event: KeyboardEvent, context: 'field' | 'empty' | 'text'): KeyBinding | undefined {
  return PARSED.find(
    ({ binding, presses }) =>
      (binding.context === 'anywhere' || binding.context === context) &&
      presses.some((press) => matchKeybindingPress(event, press)),
  )?.binding;
}
