import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';
import type { Session } from '../session/session.ts';
import type { LiveOutput } from './live-output.ts';
import type { DueOutput } from './output-state.ts';

/** New address of an output. It contains a key and is shown only once. */
export interface IssuedAddress {
  readonly name: string;
  readonly url: string;
  /** Whether the output overlays a video picture. */
  readonly overlay: boolean;
}

/** Outputs of one Live, and what their dialogs need from the page around them. */
export interface OutputsControl {
  readonly strings: ConsoleStrings['outputs'];
  readonly language: string;
  readonly session: Session;
  readonly liveId: string;
  /** The state that the outputs should show by now. */
  readonly due: ReadonlySignal<DueOutput>;
  /** Null until loaded. */
  readonly outputs: ReadonlySignal<readonly LiveOutput[] | null>;
  readOutputs(): Promise<void>;
  closeDialog(): void;
  showAddress(address: IssuedAddress): void;
  showMessage(text: string): void;
}

const Context = createContext<OutputsControl | null>(null);

export const OutputsProvider = Context.Provider;

/** Returns the outputs of the surrounding provider. Throws outside of one. */
export function useOutputs(): OutputsControl {
  const control = useContext(Context);
  if (!control) throw new Error('useOutputs() was called outside an OutputsProvider.');
  return control;
}
