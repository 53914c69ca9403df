import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConsolePage } from '../../../src/contract/console-page.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import type { Session } from '../../session/session.ts';
import type { LiveActions } from '../live/live-actions.ts';
import type { LiveControl } from '../live/live-control.ts';
import type { LiveLists } from '../live/live-lists.ts';
import type { BarState } from './bar-state.ts';
import type { Citations } from './citations.ts';
import type { OpenDialog } from './dialog-state.ts';
import type { FindState } from './find-state.ts';
import type { FirstStartState } from './first-start-state.ts';
import type { HistoryState } from './history-state.ts';
import type { PlanState } from './plan-state.ts';
import type { Preferences } from './preferences.ts';
import type { QueueState } from './queue-state.ts';
import type { SlidesState } from './slides-state.ts';
import type { TranslationSlots } from './translation-slots.ts';

/** State and services shared by all components of one Live's console. */
export interface ConsoleContext {
  readonly page: ConsolePage;
  readonly strings: ConsoleStrings;
  readonly session: Session;
  readonly live: LiveControl;
  readonly actions: LiveActions;
  readonly lists: LiveLists;
  readonly bar: BarState;
  readonly slides: SlidesState;
  readonly citations: Citations;
  readonly find: FindState;
  readonly history: HistoryState;
  readonly queue: QueueState;
  readonly plan: PlanState;
  /** List in the middle pane. */
  readonly middleList: Signal<'queue' | 'plan'>;
  readonly translations: TranslationSlots;
  readonly preferences: Preferences;
  readonly dialog: Signal<OpenDialog | null>;
  readonly firstStart: FirstStartState;
  /** Whether the list of all keys is open. */
  readonly help: Signal<boolean>;
}

const Context = createContext<ConsoleContext | null>(null);

export const ConsoleProvider = Context.Provider;

/** Returns the console of the surrounding provider. Throws outside of one. */
export function useConsole(): ConsoleContext {
  const context = useContext(Context);
  if (!context) throw new Error('useConsole() was called outside a ConsoleProvider.');
  return context;
}
