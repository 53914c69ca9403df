import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Props {
  /** Id of the shown frame; a new id creates a new frame. */
  id: string;
  /** Whether frames cross-fade; if false, they change at once, and a running transition ends. */
  animates: boolean;
  /** Whether the frame has a plate. Between two such frames, the plate stays and only its text changes. */
  plate?: boolean;
  /** Renders the content of the frame. Called again while the frame leaves. */
  children: () => ComponentChildren;
}

interface Frame {
  id: string;
  plate: boolean;
  draw: () => ComponentChildren;
}

/**
 * Renders a frame and, during the transition, the leaving one. The stylesheet animates both by the classes `entering`
 * and `leaving` and the page's `data-transition`. A frame keeps its element throughout, so that fitted content stays as
 * it was. Its content is created again for each rendering, because Preact cannot render one element in two places.
 */
export function Crossfade({ id, animates, plate = false, children }: Props) {
  const shown = useRef<Frame | null>(null);
  const leaving = useRef<Frame | null>(null);
  const entering = useRef(false);
  const [, redraw] = useState(0);

  // Without this end of a running transition, the leaving frame could stay: Chromium reports no end of an animation
  // whose duration becomes zero.
  if (shown.current?.id !== id || !animates) {
    entering.current = animates && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    leaving.current = entering.current ? shown.current : null;
  }
  const textOnly = leaving.current?.plate && plate ? ' words' : '';
  shown.current = { id, plate, draw: children };

  const settle = () => {
    entering.current = false;
    leaving.current = null;
    redraw((count) => count + 1);
  };
  return (
    <>
      {leaving.current && (
        <div key={leaving.current.id} class={`frame leaving${textOnly}`} aria-hidden="true">
          {leaving.current.draw()}
        </div>
      )}
      <div key={id} class={entering.current ? `frame entering${textOnly}` : 'frame'} onAnimationEnd={settle}>
        {children()}
      </div>
    </>
  );
}
