import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Props {
  /** What is shown; another id is another frame. */
  id: string;
  /** False: frames change at once. */
  moves: boolean;
  /** Whether the frame has a plate. Where the frame before it has one too, the plate stays and only its words change. */
  plate?: boolean;
  /** Makes the content of the frame. It is called again while the frame goes out. */
  children: () => ComponentChildren;
}

interface Frame {
  id: string;
  plate: boolean;
  draw: () => ComponentChildren;
}

/**
 * Shows one frame and, while it comes in, the one before it going out. The look of both is the stylesheet's, by the
 * classes `entering` and `leaving` and the page's `data-transition`. A frame keeps its element from the first moment to
 * the last, so what was fitted into it stays as it was. Its content is made anew for each drawing: an element that Preact
 * has drawn in one place and gets again in another keeps all that it was drawn into before.
 */
export function Crossfade({ id, moves, plate = false, children }: Props) {
  const shown = useRef<Frame | null>(null);
  const leaving = useRef<Frame | null>(null);
  const entering = useRef(false);
  const [, redraw] = useState(0);

  if (shown.current?.id !== id) {
    entering.current = moves && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    leaving.current = entering.current ? shown.current : null;
  }
  const words = leaving.current?.plate && plate ? ' words' : '';
  shown.current = { id, plate, draw: children };

  const settle = () => {
    entering.current = false;
    leaving.current = null;
    redraw((count) => count + 1);
  };
  return (
    <>
      {leaving.current && (
        <div key={leaving.current.id} class={`frame leaving${words}`} aria-hidden="true">
          {leaving.current.draw()}
        </div>
      )}
      <div key={id} class={entering.current ? `frame entering${words}` : 'frame'} onAnimationEnd={settle}>
        {children()}
      </div>
    </>
  );
}
