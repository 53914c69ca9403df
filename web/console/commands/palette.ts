import type { ConsoleContext } from '../state/console-context.ts';
import { COMMANDS, type CommandName, type Run } from './commands.ts';
import { keysOf } from './key-names.ts';

export interface PaletteEntry {
  readonly name: string;
  /** As a person reads them: "Ctrl+Z". */
  readonly keys: string;
  readonly run: Run;
}

/** The commands whose names have all that is typed after `>` in the bar. */
export function findCommands({ bar, words }: ConsoleContext): readonly PaletteEntry[] {
  const typed = bar.parsed.value.query.toLocaleLowerCase().split(/\s+/);
  return (Object.keys(COMMANDS) as CommandName[])
    .map((command) => ({
      name: words.keys.names[command],
      keys: keysOf(command, words.keys.caps).join(' · '),
      run: COMMANDS[command] as Run,
    }))
    .filter(({ name }) => typed.every((part) => name.toLocaleLowerCase().includes(part)));
}
