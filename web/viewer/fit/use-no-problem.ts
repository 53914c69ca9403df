import { useLayoutEffect } from 'preact/hooks';
import type { OnProblem } from './fit-page.ts';

/** Takes back the problem of a text once none is shown. */
export function useNoProblem(isWithoutText: boolean, onProblem: OnProblem): void {
  useLayoutEffect(() => {
    if (isWithoutText) onProblem?.(null);
  }, [isWithoutText]);
}
