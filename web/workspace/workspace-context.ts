import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { WorkspacePage } from '../../src/contract/workspace-page.ts';
import type { WorkspaceStrings } from '../../src/locales/en/workspace/index.ts';
import type { Session } from '../session/session.ts';
import type { Toasts } from './toasts.tsx';

/** State and services shared by all components of a page of the workspace. */
export interface WorkspaceContext {
  readonly page: WorkspacePage;
  readonly strings: WorkspaceStrings;
  readonly session: Session;
  readonly toasts: Toasts;
}

const Context = createContext<WorkspaceContext | null>(null);

export const WorkspaceProvider = Context.Provider;

/** Returns the workspace of the surrounding provider. Throws outside of one. */
export function useWorkspace(): WorkspaceContext {
  const context = useContext(Context);
  if (!context) throw new Error('useWorkspace() was called outside a WorkspaceProvider.');
  return context;
}
