import type { ConsoleContext } from '../state/console-context.ts';
import { CONSOLE_COMMANDS, type CommandHandler, type CommandName } from './commands.ts';
import { keyNamesFor } from './key-names.ts';

export interface PaletteEntry {
  readonly name: string;
  /** Formatted keys: "Ctrl+Z". */
  readonly keys: string;
  readonly run: CommandHandler;
}

/** Returns the commands whose names contain every word of the text after `>`. */
export function findCommands({ strings }: ConsoleContext, query: string): readonly PaletteEntry[] {
  const typed = query.toLocaleLowerCase().split(/\s+/);
  return (Object.keys(CONSOLE_COMMANDS) as CommandName[])
    .map((command) => ({
      name: strings.keys.names[command],
      keys: keyNamesFor(command, strings.keys.caps).join(' · '),
      run: CONSOLE_COMMANDS[command] as CommandHandler,
    }))
    .filter(({ name }) => typed.every((part) => name.toLocaleLowerCase().includes(part)));
}
