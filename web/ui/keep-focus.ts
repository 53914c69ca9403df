const FOCUSABLE = ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled)';
const VISITED_MAX = 20;
/** Time in ms for a component to move the focus itself. */
const PATIENCE_MS = 50;

const findFocusable = (inside: Element): readonly HTMLElement[] => [...inside.querySelectorAll<HTMLElement>(FOCUSABLE)];

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled');

/**
 * Keeps the focus on the page when its element disappears, so that people with a keyboard go on where they were: in the
 * next row of a list, in the same section, or else at the element that had the focus before. An element that was
 * disabled for a while gets the focus back. `fallback` has it if nothing else is left.
 */
export function keepFocus(fallback: HTMLElement): void {
  /** Elements that had the focus, newest first. */
  let visited: readonly HTMLElement[] = [];
  /** Row of the newest one, and the rows around it. */
  let rows: readonly Element[] = [];
  let section: Element | null = null;
  /** Whether the person clicked elsewhere since. */
  let isLeft = false;
  let isWaiting = false;

  const restore = () => {
    isWaiting = false;
    const [last] = visited;
    if (!last || isLeft || document.activeElement !== document.body) return;
    if (last.isConnected && last.matches(':disabled')) return;
    const inRows = rows.flatMap(findFocusable);
    const inSection = section ? [...visited.filter((one) => section!.contains(one)), ...findFocusable(section)] : [];
    const target = [last, ...inRows, ...inSection, ...visited].find(isUsable) ?? fallback;
    target.focus({ preventScroll: target === fallback });
  };
  document.addEventListener('focusin', ({ target }) => {
    const element = target as HTMLElement;
    isLeft = false;
    visited = [element, ...visited.filter((one) => one !== element && one.isConnected)].slice(0, VISITED_MAX);
    const row = element.closest('li, tr');
    section = element.closest('section');
    rows = [row, row?.nextElementSibling, row?.previousElementSibling].filter((one) => one != null);
  });
  document.addEventListener('pointerdown', () => {
    isLeft = true;
  });
  fallback.tabIndex = -1;
  new MutationObserver(() => {
    if (isWaiting || isLeft || document.activeElement !== document.body) return;
    isWaiting = true;
    setTimeout(restore, PATIENCE_MS);
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}
