import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import { RowShowButton } from '../commands/row-show-button.tsx';
import { useConsole } from '../state/console-context.ts';

type Snapshot = Success<paths['/v1/organizations/{organization_id}/snapshots/{snapshot_id}']['get']>;

/** Renders the slides of the presented deck. A click selects one; Enter shows it. */
export function SlideList() {
  const { live, session, bar, strings } = useConsole();
  const snapshot = useSignal<Snapshot | null>(null);
  const { value: selection } = bar.selection;
  const slide = live.now.value?.slide;
  const id = slide?.snapshot_id;

  useEffect(() => {
    if (!id || snapshot.peek()?.id === id) return;
    let isCurrent = true;
    const path = { organization_id: session.owner.id, snapshot_id: id };
    session.client
      .GET('/v1/organizations/{organization_id}/snapshots/{snapshot_id}', { params: { path } })
      .then(({ data }) => {
        if (!isCurrent) return;
        snapshot.value = data;
      })
      .catch(() => isCurrent && live.showMessage(strings.queue.noSlides));
    return () => {
      isCurrent = false;
    };
  }, [id]);

  const slides = snapshot.value?.id === id ? (snapshot.value?.slides ?? []) : [];
  const selected = slides.findIndex((each) => selection?.list === 'slides' && each.id === selection.id);
  const select = (index: number) => {
    const chosen = slides[index];
    if (!chosen || !id) return;
    const title = toSlideTitle(chosen, index, strings.queue.slide);
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
    <div class="slides" role="listbox" tabIndex={0} aria-label={strings.queue.slides} onKeyDown={onKeyDown}>
      {slides.map((one, index) => (
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
          <span class="entry-title" dir="auto">
            {toSlideTitle(one, index, strings.queue.slide)}
          </span>
          {index === selected && live.mayOperate() && <RowShowButton onClick={() => bar.enterList()} />}
          {one.title && one.text && firstLineOf(one.text) !== one.title && (
            <span class="entry-note" dir="auto">
              {firstLineOf(one.text)}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

type Slide = Snapshot['slides'][number];

function toSlideTitle({ title, text }: Slide, index: number, numbered: (number: number) => string): string {
  return title || (text && firstLineOf(text)) || numbered(index + 1);
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0]!;
