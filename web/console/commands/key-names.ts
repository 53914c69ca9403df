import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { CommandName } from './commands.ts';
import { KEY_BINDINGS } from './key-bindings.ts';

type KeyCaps = ConsoleStrings['keys']['caps'];

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const MAC_SYMBOLS: Readonly<Record<string, string>> = {
  $mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
const PUNCTUATION: Readonly<Record<string, string>> = { Period: '.', Slash: '/' };

/**
 * Formats a key combination as the keyboard labels it: `$mod+KeyZ` is "Ctrl+Z", on a German keyboard "Strg+Z", on a Mac
 * "⌘Z".
 */
export const formatKey = (keys: string, caps: KeyCaps): string =>
  keys
    .replace('[Shift]+', '')
    .split('+')
    .map(
      (key) =>
        (IS_MAC && MAC_SYMBOLS[key]) ||
        PUNCTUATION[key] ||
        caps[key as keyof KeyCaps] ||
        key.replace(/^(Key|Digit)/, ''),
    )
    .join(IS_MAC ? '' : '+');

/** Returns the formatted keys of a command, the recommended one first. */
export const keyNamesFor = (command: CommandName, caps: KeyCaps): readonly string[] =>
  KEY_BINDINGS.filter((binding) => binding.command === command).flatMap(({ keys }) =>
    keys.map((key) => formatKey(key, caps)),
  );
