import { useEffect, useMemo, useRef } from 'preact/hooks';
import { RowShowButton } from '../commands/row-show-button.tsx';
import { useConsole } from '../state/console-context.ts';
import { type SongSlide, toSlidePart } from '../state/song-candidates.ts';

/** Renders the slides of the presented deck: of a song, with its parts. A click selects one; Enter shows it. */
export function SlideList() {
  const { live, slides: state, bar, strings } = useConsole();
  const list = useRef<HTMLDivElement>(null);
  const { value: selection } = bar.selection;
  const slide = live.now.value?.slide;
  const { value: snapshot } = state.snapshot;
  const id = snapshot?.id;
  const slides = snapshot?.slides ?? [];
  // Once for a deck: each label depends on all of its slides.
  const parts = useMemo(() => slides.map((one) => toSlidePart(one, strings.songParts, slides)), [snapshot]);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [id, slide?.index]);

  const selected = slides.findIndex((each) => selection?.list === 'slides' && each.id === selection.id);
  const select = (index: number) => {
    const chosen = slides[index];
    if (!chosen || !id) return;
    const title = parts[index] ?? toSlideTitle(chosen, index, strings.queue.slide);
    bar.select({ list: 'slides', id: chosen.id, snapshotId: id, title });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const from = selected < 0 ? (live.now.value?.slide?.index ?? 0) : selected;
    select(Math.max(0, Math.min(slides.length - 1, from + step)));
    event.preventDefault();
  };

  return (
    <div ref={list} class="slides" role="listbox" tabIndex={0} aria-label={strings.queue.slides} onKeyDown={onKeyDown}>
      {slides.map((one, index) => {
        const part = parts[index];
        const title = toSlideTitle(one, index, strings.queue.slide);
        // The title is often the first line.
        const text = part ? one.text : one.text?.slice(one.text.startsWith(title) ? title.length : 0).trim();
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
          <div
            key={one.id}
            class="slide-row"
            role="option"
            tabIndex={-1}
            aria-selected={index === selected}
            aria-current={index === slide?.index || undefined}
            onClick={() => select(index)}
          >
            <span class="slide-number">{index + 1}</span>
            {part ? <span class="slide-part">{part}</span> : <bdi class="entry-title">{title}</bdi>}
            {index === selected && live.mayOperate() && <RowShowButton onClick={() => bar.enterList()} />}
            {text && (
              <span class="slide-text" dir="auto">
                {text}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

function toSlideTitle({ title, text }: SongSlide, index: number, numbered: (number: number) => string): string {
  return title || (text && firstLineOf(text)) || numbered(index + 1);
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0]!;
