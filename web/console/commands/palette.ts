import { computed, type ReadonlySignal } from '@preact/signals';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { BarState } from '../bar/bar-state.ts';
import { COMMANDS, type CommandName, type Run } from './commands.ts';
import { keysOf } from './key-names.ts';

export interface PaletteEntry {
  readonly name: string;
  /** As a person reads them: "Ctrl+Z". */
  readonly keys: string;
  readonly run: Run;
}

/** The commands whose names fit what follows `>` in the bar. */
export const openPalette = (bar: BarState, words: ConsoleStrings): ReadonlySignal<readonly PaletteEntry[]> =>
  computed(() => {
    const { kind, query } = bar.parsed.value;
    if (kind !== 'commands') return [];
    const typed = query.toLocaleLowerCase().split(/\s+/);
    return (Object.keys(COMMANDS) as CommandName[])
      .map((command) => ({
        name: words.keys.names[command],
        keys: keysOf(command).join(' · '),
        run: COMMANDS[command] as Run,
      }))
      .filter(({ name }) => typed.every((part) => name.toLocaleLowerCase().includes(part)));
  });
