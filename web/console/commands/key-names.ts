import type { CommandName } from './commands.ts';
import { KEYS } from './keys.ts';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

const NAMES: Readonly<Record<string, string>> = {
  $mod: IS_MAC ? '⌘' : 'Ctrl',
  Alt: IS_MAC ? '⌥' : 'Alt',
  Shift: '⇧',
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
  Escape: 'Esc',
  Period: '.',
  Slash: '/',
  Space: '␣',
  Backspace: '⌫',
  Delete: 'Del',
  Enter: '↵',
};

/** A key as people read it: `$mod+KeyZ` is "Ctrl+Z", on a Mac "⌘Z". */
export const keyName = (keys: string): string =>
  keys
    .split('+')
    .map((key) => NAMES[key] ?? key.replace(/^(Key|Digit)/, ''))
    .join(IS_MAC ? '' : '+');

/** The keys of a command as people read them, the one to learn first. */
export const keysOf = (command: CommandName): readonly string[] =>
  KEYS.filter((row) => row.command === command).flatMap(({ keys }) => keys.map(keyName));
