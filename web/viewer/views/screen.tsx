import '../styles/screens.css';
import '../styles/frames.css';
import '../styles/screen.css';
import { toReading } from '../scripture/passage.ts';
import { Projected } from '../scripture/projected.tsx';
import { Crossfade } from './crossfade.tsx';
import type { ViewProps } from './view-props.ts';

/** Verses after the focused one that are tried at most. */
const FOLLOWERS_MAX = 6;

/** `?view=screen`: the focused verse as large as fits, and what follows it where all stays large. */
export function View({ state, showing, look, slides }: ViewProps) {
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
