import { type ReadonlySignal, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ProblemMessage } from '../session/describe-problem.tsx';

/** Short message about what has just happened, with at most one action such as "Undo". */
interface Toast {
  readonly text: ProblemMessage;
  readonly kind?: 'done' | 'problem';
  readonly action?: { readonly label: string; run(): unknown };
}

/** Time in ms for which a message without a problem stays. */
const DONE_MS = 8_000;

/** Current message of a page. A new one replaces it. */
export interface Toasts {
  readonly current: ReadonlySignal<Toast | null>;
  /** Text for screen readers about a change that the page shows by itself. */
  readonly announced: ReadonlySignal<string>;
  show(toast: Toast): void;
  announce(text: string): void;
  dismiss(): void;
}

export function openToasts(): Toasts {
  const current = signal<Toast | null>(null);
  const announced = signal('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dismiss = () => {
    clearTimeout(timer);
    current.value = null;
  };
  return {
    current,
    announced,
    dismiss,
    announce(text) {
      announced.value = text;
    },
    show(toast) {
      clearTimeout(timer);
      current.value = toast;
      // A problem stays until it is dismissed.
      if (toast.kind !== 'problem') timer = setTimeout(dismiss, DONE_MS);
    },
  };
}

/** Renders the current message. Screen readers announce it. */
export function ToastView({ toasts, close }: { readonly toasts: Toasts; readonly close: string }) {
  const { value: toast } = toasts.current;
  const bar = useRef<HTMLDivElement>(null);
  // The field in use stays in sight, also when an image above it loads.
  useLayoutEffect(() => {
    if (!toast) return;
    const observer = new ResizeObserver(() => uncoverFocus(bar.current!));
    observer.observe(document.querySelector('main')!);
    return () => observer.disconnect();
  }, [toast]);
  return (
    <>
      <p class="unseen" role="status">
        {toasts.announced.value}
      </p>
      <div ref={bar} class="toasts" role={toast?.kind === 'problem' ? 'alert' : 'status'}>
        {toast && (
          <div class="toast" data-kind={toast.kind ?? 'done'}>
            <p>{toast.text}</p>
            {toast.action && (
              <button
                type="button"
                onClick={() => {
                  toasts.dismiss();
                  toast.action?.run();
                }}
              >
                {toast.action.label}
              </button>
            )}
            <button type="button" class="quiet" onClick={toasts.dismiss}>
              {close}
            </button>
          </div>
        )}
      </div>
    </>
  );
}

function uncoverFocus(bar: Element): void {
  const { activeElement, body } = document;
  if (!activeElement || activeElement === body || bar.contains(activeElement)) return;
  const { top, bottom } = activeElement.getBoundingClientRect();
  if (top < innerHeight && bottom > bar.getBoundingClientRect().top) activeElement.scrollIntoView({ block: 'nearest' });
}
