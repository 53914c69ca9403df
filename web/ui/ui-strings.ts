import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';

type UiStrings = ConsoleStrings['dialogs'];

const Context = createContext<UiStrings | null>(null);

/** Provides the strings of the shared components. */
export const UiStringsProvider = Context.Provider;

/** Returns the strings of the surrounding provider. Throws outside of one. */
export function useUiStrings(): UiStrings {
  const strings = useContext(Context);
  if (!strings) throw new Error('useUiStrings() was called outside a UiStringsProvider.');
  return strings;
}
