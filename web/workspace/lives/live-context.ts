import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { LiveOverview } from './live-overview.ts';

/** Live of the page, with its state. */
export interface LivePageContext {
  readonly liveId: string;
  /** Null until loaded. */
  readonly overview: ReadonlySignal<LiveOverview | null>;
  /** Reads the state now. Never rejects. */
  refresh(): Promise<void>;
}

const Context = createContext<LivePageContext | null>(null);

export const LiveContextProvider = Context.Provider;

/** Returns the Live of the surrounding provider, whose state is loaded. Throws outside of one. */
export function useLive(): LivePageContext & { readonly live: LiveOverview } {
  const context = useContext(Context);
  const live = context?.overview.value;
  if (!context || !live) throw new Error('useLive() was called outside a LiveContextProvider with a loaded Live.');
  return { ...context, live };
}
