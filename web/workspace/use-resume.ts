import { useEffect, useRef } from 'preact/hooks';
import { useWorkspace } from './workspace-context.ts';

/** Calls `onResume` when the person has signed in again after the session had ended. */
export function useResume(onResume: () => unknown): void {
  const { session } = useWorkspace();
  const latest = useRef(onResume);
  latest.current = onResume;
  useEffect(() => {
    let hadExpired = false;
    return session.expired.subscribe((expired) => {
      if (hadExpired && !expired) latest.current();
      hadExpired = expired;
    });
  }, [session]);
}
