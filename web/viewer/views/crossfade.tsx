import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Props {
  /** What is shown; another id is another frame. */
  id: string;
  /** False: frames change at once. */
  moves: boolean;
  children: ComponentChildren;
}

interface Frame {
  id: string;
  children: ComponentChildren;
}

/**
 * Shows one frame and, while it comes in, the one before it going out. The look of both is the stylesheet's, by the
 * classes `entering` and `leaving` and the page's `data-transition`. A frame keeps its element from the first moment to
 * the last, so what was fitted into it stays as it was.
 */
export function Crossfade({ id, moves, children }: Props) {
  const shown = useRef<Frame | null>(null);
  const leaving = useRef<Frame | null>(null);
  const entering = useRef(false);
  const [, redraw] = useState(0);

  if (shown.current?.id !== id) {
    entering.current = moves && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    leaving.current = entering.current ? shown.current : null;
  }
  shown.current = { id, children };

  const settle = () => {
    entering.current = false;
    leaving.current = null;
    redraw((count) => count + 1);
  };
  return (
    <>
      {leaving.current && (
        <div key={leaving.current.id} class="frame leaving" aria-hidden="true">
          {leaving.current.children}
        </div>
      )}
      <div key={id} class={entering.current ? 'frame entering' : 'frame'} onAnimationEnd={settle}>
        {children}
      </div>
    </>
  );
}
