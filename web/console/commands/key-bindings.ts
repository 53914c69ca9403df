import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import type { CommandName } from './commands.ts';

/**
 * Where a key acts. `anywhere`: also while something is typed. `empty`: while the bar is empty and no other field has the focus.
 * `text`: while the bar has text.
 */
type KeyPlace = 'anywhere' | 'empty' | 'text';

export interface KeyBinding {
  /** In the notation of tinykeys; letters by their physical key (`KeyZ`). */
  readonly keys: readonly string[];
  readonly command: CommandName;
  readonly place: KeyPlace;
}

/** Every key of the console. The help shows this table. */
export const KEY_BINDINGS: readonly KeyBinding[] = [
  { keys: ['PageDown'], command: 'next', place: 'anywhere' },
  { keys: ['ArrowRight', 'Space'], command: 'next', place: 'empty' },
  { keys: ['PageUp'], command: 'previous', place: 'anywhere' },
  { keys: ['ArrowLeft'], command: 'previous', place: 'empty' },
  { keys: ['Shift+ArrowRight'], command: 'more', place: 'empty' },
  { keys: ['Shift+ArrowLeft'], command: 'less', place: 'empty' },
  { keys: ['$mod+ArrowRight'], command: 'nextChapter', place: 'empty' },
  { keys: ['$mod+PageDown'], command: 'nextChapter', place: 'anywhere' },
  { keys: ['$mod+ArrowLeft'], command: 'previousChapter', place: 'empty' },
  { keys: ['$mod+PageUp'], command: 'previousChapter', place: 'anywhere' },
  { keys: ['[Shift]+.'], command: 'hide', place: 'empty' },
  { keys: ['F2'], command: 'hide', place: 'anywhere' },
  { keys: ['F5'], command: 'reveal', place: 'anywhere' },
  { keys: ['Backspace'], command: 'back', place: 'empty' },
  { keys: ['$mod+KeyZ'], command: 'undo', place: 'empty' },
  { keys: ['$mod+Shift+KeyZ'], command: 'redo', place: 'empty' },
  { keys: ['Enter'], command: 'enter', place: 'empty' },
  { keys: ['ArrowDown'], command: 'older', place: 'empty' },
  { keys: ['ArrowUp'], command: 'newer', place: 'empty' },
  { keys: ['Alt+Digit1', 'F7'], command: 'translation1', place: 'anywhere' },
  { keys: ['Alt+Digit2', 'F8'], command: 'translation2', place: 'anywhere' },
  { keys: ['Alt+Digit3', 'F9'], command: 'translation3', place: 'anywhere' },
  { keys: ['Alt+Digit4', 'F10'], command: 'translation4', place: 'anywhere' },
  { keys: ['$mod+.'], command: 'pauseAll', place: 'anywhere' },
  { keys: ['F6'], command: 'nextPane', place: 'anywhere' },
  { keys: ['Shift+F6'], command: 'previousPane', place: 'anywhere' },
  { keys: ['F4'], command: 'showList', place: 'anywhere' },
  { keys: ['F1'], command: 'help', place: 'anywhere' },
  { keys: ['[Shift]+?'], command: 'help', place: 'empty' },
  { keys: ['$mod+KeyL'], command: 'lock', place: 'anywhere' },
  { keys: ['[Shift]+/', '$mod+KeyF'], command: 'bar', place: 'empty' },
  { keys: ['$mod+KeyF'], command: 'bar', place: 'text' },
  { keys: ['Escape'], command: 'escape', place: 'anywhere' },
];

/** Keys of the bar and the lists, which act where they are: for the help alone. */
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

const PARSED = KEY_BINDINGS.map((row) => ({ row, presses: row.keys.map((keys) => parseKeybinding(keys)[0]!) }));

/** The row of a key press at a place; undefined where it means nothing there. */
export function findKeyBinding(event: KeyboardEvent, place: 'field' | 'empty' | 'text'): KeyBinding | undefined {
  return PARSED.find(
    ({ row, presses }) =>
      (row.place === 'anywhere' || row.place === place) && presses.some((press) => matchKeybindingPress(event, press)),
  )?.row;
}
