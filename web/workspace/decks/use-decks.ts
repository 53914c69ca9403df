import { useMemo } from 'preact/hooks';
import { describeProblem } from '../../session/describe-problem.tsx';
import { useWorkspace } from '../workspace-context.ts';
import { openDeckRest } from './deck-rest.ts';

/** Returns the operations for decks, the strings, and what the person may do. */
export function useDecks() {
  const { page, session, strings, toasts } = useWorkspace();
  const rest = useMemo(() => openDeckRest(session), [session]);
  const scopes = session.scopes.value;
  return {
    page,
    session,
    toasts,
    rest,
    strings: strings.decks,
    ui: strings.ui,
    frame: strings.frame,
    mayEdit: scopes.has('presentation.update'),
    mayPublish: scopes.has('presentation.publish'),
    /** Returns the text of a failure for the person. */
    toMessage: (error: unknown) => describeProblem(error, strings.ui),
  };
}

/** Replaces `{name}` in a text. Plural forms are separate texts. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Chooses between the texts for one and for several, and inserts the number. */
export const count = (number: number, [one, several]: readonly [string, string]): string =>
  fill(number === 1 ? one : several, { n: number });
