import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { EditionJob, EditionsPage, ListedEdition } from '../../src/contract/edition-jobs.ts';
import type { EditionsStrings } from '../../src/locales/en/editions.ts';
import type { ProblemMessage } from '../session/describe-problem.tsx';
import type { Uploads } from './uploads.ts';

/** State and services shared by all components of the page. */
export interface EditionsContext {
  readonly page: EditionsPage;
  readonly strings: EditionsStrings;
  readonly jobs: Signal<readonly EditionJob[]>;
  readonly editions: ReadonlySignal<readonly ListedEdition[]>;
  readonly uploads: Uploads;
  /** Message about the last action that failed or succeeded. */
  readonly message: Signal<{ readonly text: ProblemMessage; readonly isProblem: boolean } | null>;
  /** Sends a request. Shows the problem and resolves to null if it fails. */
  send<Body>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Body | null>;
  /** Loads jobs and editions again. */
  reload(): Promise<void>;
}

const Context = createContext<EditionsContext | null>(null);

export const EditionsProvider = Context.Provider;

/** Returns the context of the surrounding provider. Throws outside of one. */
export function useEditions(): EditionsContext {
  const context = useContext(Context);
  if (!context) throw new Error('useEditions() was called outside an EditionsProvider.');
  return context;
}
