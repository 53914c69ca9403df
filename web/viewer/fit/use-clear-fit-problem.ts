import { useLayoutEffect } from 'preact/hooks';
import type { OnFitProblem } from './fit-page.ts';

/** Takes back the problem of a text once none is shown. */
export function useClearFitProblem(isWithoutText: boolean, onProblem: OnFitProblem): void {
  useLayoutEffect(() => {
    if (isWithoutText) onProblem?.(null);
  }, [isWithoutText]);
}
