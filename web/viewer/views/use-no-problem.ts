import { useLayoutEffect } from 'preact/hooks';
import type { ViewProps } from './view-props.ts';

/** Takes back the problem of a page once no page is shown. */
export function useNoProblem(isWithoutPage: boolean, onProblem: ViewProps['onProblem']): void {
  useLayoutEffect(() => {
    if (isWithoutPage) onProblem?.(null);
  }, [isWithoutPage]);
}
