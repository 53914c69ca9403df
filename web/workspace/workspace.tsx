import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { WorkspacePage } from '../../src/contract/workspace-page.ts';
import type { WorkspaceStrings } from '../../src/locales/en/workspace/index.ts';
import type { Session } from '../session/session.ts';
import { SessionExpiredDialog } from '../ui/session-expired-dialog.tsx';
import { UiStringsProvider } from '../ui/ui-strings.ts';
import { openToasts, ToastView } from './toasts.tsx';
import { WorkspaceProvider } from './workspace-context.ts';

interface Props {
  readonly page: WorkspacePage;
  readonly strings: WorkspaceStrings;
  readonly session: Session;
  readonly children: ComponentChildren;
}

/** Renders a page of the workspace, with its messages and the dialog for an ended session. */
export function Workspace({ page, strings, session, children }: Props) {
  const context = useMemo(() => ({ page, strings, session, toasts: openToasts() }), [page, strings, session]);
  return (
    <UiStringsProvider value={strings.ui}>
      <WorkspaceProvider value={context}>
        {children}
        <ToastView toasts={context.toasts} close={strings.ui.close} />
        <SessionExpiredDialog session={session} onResume={context.toasts.dismiss} />
      </WorkspaceProvider>
    </UiStringsProvider>
  );
}
