import { useMemo } from 'preact/hooks';
import { describeProblem } from '../../../session/describe-problem.tsx';
import { useWorkspace } from '../../workspace-context.ts';
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
    frame: strings.frame,
    mayEdit: scopes.has('presentation.update'),
    mayPublish: scopes.has('presentation.publish'),
    /** Returns the text of a failure for the person. */
    toMessage: (error: unknown) => describeProblem(error, strings.ui),
  };
}
