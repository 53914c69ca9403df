import { toReading } from '../passage.ts';
import type { ViewProps } from '../viewer.tsx';
import { Crossfade } from './crossfade.tsx';
import { Projected } from './projected.tsx';

/** Verses after the focused one that are tried at most. */
const FOLLOWERS_MAX = 6;

/** `?view=screen`: the focused verse as large as fits, and what follows it where all stays large. */
export function Screen({ state, showing, look, slides }: ViewProps) {
  const slide = showing ? state.slide : null;
  const items = showing && !slide ? toReading(state.items, state.focus, FOLLOWERS_MAX) : [];
  return (
    <Crossfade
      id={slide ? `slide ${slide.id}` : items.map((item) => item.id).join(' ') || 'ground'}
      moves={look.transition !== 'none'}
    >
      {() =>
        slide
          ? slides && <slides.SlideFrame slide={slide} look={look} />
          : items.length > 0 && <Projected items={items} editions={state.editions} look={look} />
      }
    </Crossfade>
  );
}
