import { useLayoutEffect } from 'preact/hooks';
import type { OnFitProblem } from './fit-page.ts';

/** Clears the fit problem when no text is shown. */
export function useClearFitProblem(isWithoutText: boolean, onProblem: OnFitProblem): void {
  useLayoutEffect(() => {
    if (isWithoutText) onProblem?.(null);
  }, [isWithoutText]);
}
