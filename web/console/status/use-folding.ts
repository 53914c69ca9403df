import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Folds parts of the element of the returned ref until its content fits: `data-folded` names those that are folded, as
 * few of `parts` as possible, in this order. The styles do the rest.
 */
export function useFolding(parts: readonly string[]): RefObject<HTMLElement> {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const folding = element.current!;
    let folded = 0;
    const fold = () => {
      // An open menu takes no room, so it must not unfold.
      folded = folding.querySelector(':popover-open') ? folded : 0;
      for (; folded <= parts.length; folded++) {
        folding.dataset.folded = parts.slice(0, folded).join(' ');
        if (folding.scrollWidth <= folding.clientWidth) break;
      }
    };
    const resized = new ResizeObserver(fold);
    const changed = new MutationObserver(fold);
    resized.observe(folding);
    changed.observe(folding, { childList: true, characterData: true, subtree: true });
    document.fonts.addEventListener('loadingdone', fold);
    folding.addEventListener('toggle', fold, { capture: true });
    fold();
    return () => {
      resized.disconnect();
      changed.disconnect();
      document.fonts.removeEventListener('loadingdone', fold);
      folding.removeEventListener('toggle', fold, { capture: true });
    };
  }, []);
  return element as RefObject<HTMLElement>;
}
