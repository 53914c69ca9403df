import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { CommandName } from './commands.ts';
import { KEY_BINDINGS } from './key-bindings.ts';

type KeyCaps = ConsoleStrings['keys']['caps'];

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const MAC: Readonly<Record<string, string>> = {
  $mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
const SIGNS: Readonly<Record<string, string>> = { Period: '.', Slash: '/' };

/** A key as its keyboard names it: `$mod+KeyZ` is "Ctrl+Z", on a German one "Strg+Z", on a Mac "⌘Z". */
export const formatKey = (keys: string, caps: KeyCaps): string =>
  keys
    .replace('[Shift]+', '')
    .split('+')
    .map((key) => (IS_MAC && MAC[key]) || SIGNS[key] || caps[key as keyof KeyCaps] || key.replace(/^(Key|Digit)/, ''))
    .join(IS_MAC ? '' : '+');

/** The keys of a command as people read them, the one to learn first. */
export const keyNamesFor = (command: CommandName, caps: KeyCaps): readonly string[] =>
  KEY_BINDINGS.filter((row) => row.command === command).flatMap(({ keys }) => keys.map((key) => formatKey(key, caps)));
