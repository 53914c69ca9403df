import { Component } from 'preact';
import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { toPartLabel } from '../../../session/song-parts.ts';
import { useRowDrag } from '../../../ui/use-row-drag.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';
import { useMoveSlide } from './slide-actions.ts';
import { SlideThumb } from './slide-thumb.tsx';

interface Props {
  readonly slide: Slide;
  readonly index: number;
  readonly isSelected: boolean;
  /** Slides of the song; null for other decks. */
  readonly parts: readonly Slide[] | null;
}

/** Renders a slide in the list. Rows that did not change are not rendered again, because there can be 200. */
export class SlideRow extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    const { slide, index, isSelected, parts } = this.props;
    return (
      next.slide !== slide ||
      next.index !== index ||
      next.isSelected !== isSelected ||
      idsOf(next.parts) !== idsOf(parts)
    );
  }

  override render(props: Props) {
    return <Row {...props} />;
  }
}

const KEYS = new WeakMap<readonly Slide[], string>();

/** Returns the ids of slides as a text. */
function idsOf(slides: readonly Slide[] | null): string {
  if (!slides) return '';
  const known = KEYS.get(slides) ?? slides.map(({ id }) => id).join(' ');
  KEYS.set(slides, known);
  return known;
}

function Row({ slide, index, isSelected, parts }: Props) {
  const { editor } = useEditor();
  const { strings } = useDecks();
  const moveSlide = useMoveSlide();
  const label = parts && toPartLabel(slide, strings.parts, parts);
  const { element, edge, isDragged } = useRowDrag({
    list: 'slides',
    mayMove: editor.mayEdit,
    row: index,
    group: slide.id,
    move: moveSlide,
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
    <div
      ref={element}
      id={`slide-${slide.id}`}
      class="slide-row"
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      data-dragging={isDragged || undefined}
      onClick={() => {
        editor.selected.value = slide.id;
      }}
    >
      <span class="slide-number" data-part={label !== null || undefined}>
        {label ?? index + 1}
      </span>
      <SlideThumb slide={slide} label={label} />
      {edge && <span class="drop-line" data-edge={edge} />}
    </div>
  );
}
