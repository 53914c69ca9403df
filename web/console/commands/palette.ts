import type { ConsoleContext } from '../state/console-context.ts';
import { CONSOLE_COMMANDS, type CommandHandler, type CommandName } from './commands.ts';
import { keyNamesFor } from './key-names.ts';

export interface PaletteEntry {
  readonly name: string;
  /** As a person reads them: "Ctrl+Z". */
  readonly keys: string;
  readonly run: CommandHandler;
}

/** The commands whose names have all that is typed after `>` in the bar. */
export function findCommands({ bar, words }: ConsoleContext): readonly PaletteEntry[] {
  const typed = bar.parsed.value.query.toLocaleLowerCase().split(/\s+/);
  return (Object.keys(CONSOLE_COMMANDS) as CommandName[])
    .map((command) => ({
      name: words.keys.names[command],
      keys: keyNamesFor(command, words.keys.caps).join(' · '),
      run: CONSOLE_COMMANDS[command] as CommandHandler,
    }))
    .filter(({ name }) => typed.every((part) => name.toLocaleLowerCase().includes(part)));
}
