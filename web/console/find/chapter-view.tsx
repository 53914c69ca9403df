import { useEffect } from 'preact/hooks';
import { langOf } from '../../session/lang-of.ts';
import { isInRange, type VerseRange } from '../state/chapter-place.ts';
import { useConsole } from '../state/console-context.ts';

/**
 * Renders the chapter around the found passage. A click, a drag, or Shift with the arrow keys selects verses; Enter
 * shows them.
 */
export function ChapterView() {
  const context = useConsole();
  const { find, bar, live, plan, strings } = context;
  const { value: chapter } = find.chapter;
  const selected = find.selected.value;
  const onAir = find.onAir.value;
  const first = (selected ?? find.hit.value ?? onAir[0])?.anchor;

  useEffect(() => {
    const target = find.list.current?.querySelector('[aria-selected=true], [data-hit], [aria-current]');
    target?.scrollIntoView({ block: selected ? 'nearest' : 'center' });
  }, [find, chapter, first, selected?.end]);

  if (!chapter) return null;
  const { previous, next, lines } = chapter;
  const passage = selected && find.passageOf(selected);
  const isIn = (range: VerseRange | null, verse: number) => range !== null && isInRange(range, verse);
  const isHidden = !live.now.value?.showing;
  const firstOnAir = lines.find(({ verse }) => onAir.some((range) => isInRange(range, verse)))?.verse;

  const addToPlan = ({ reference: title, passages }: NonNullable<typeof passage>) =>
    plan.append([{ kind: 'passage', title, passage: [...passages] }]);
  const close = () => {
    find.closeChapter();
    bar.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !event.altKey) {
      event.preventDefault();
      const from = find.selected.value?.end ?? find.hit.value?.anchor;
      const at = lines.findIndex(({ verse }) => verse === from);
      const line = lines[Math.max(0, Math.min(lines.length - 1, at + step))];
      if (line) find.choose(line.verse, event.shiftKey);
    } else if (event.key === 'Enter' && event.shiftKey && passage) {
      event.preventDefault();
      if (!event.repeat) void addToPlan(passage);
    }
  };
  const verseAt = (event: PointerEvent) => {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return Number(element?.closest<HTMLElement>('.verse')?.dataset.verse) || null;
  };

  return (
    <section class="chapter" aria-labelledby="chapter-title">
      <div class="chapter-head">
        <button
          type="button"
          class="quiet"
          disabled={!previous}
          aria-label={strings.find.previousChapter}
          onClick={() => previous && find.open(previous.book_id, previous.chapter)}
        >
          ‹
        </button>
        <h3 id="chapter-title">{find.title}</h3>
        <button
          type="button"
          class="quiet"
          disabled={!next}
          aria-label={strings.find.nextChapter}
          onClick={() => next && find.open(next.book_id, next.chapter)}
        >
          ›
        </button>
        {passage && (
          <button
            type="button"
            class="show-selected"
            onClick={(event) => (event.shiftKey ? addToPlan(passage) : bar.enterList())}
          >
            {context.strings.acts.show(passage.reference)} <kbd>{strings.keys.caps.Enter}</kbd>
          </button>
        )}
        <button
          type="button"
          class="quiet chapter-pin"
          aria-pressed={find.isPinned.value}
          aria-label={strings.find.pin}
          title={find.isPinned.value ? strings.find.unpin : strings.find.pin}
          onClick={find.togglePin}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M6 1h4v5l3 3v1H8.6V15H7.4V10H3V9l3-3z" />
          </svg>
        </button>
        <button type="button" class="quiet chapter-close" aria-label={strings.find.closeChapter} onClick={close}>
          ×
        </button>
      </div>
      <div
        ref={find.list as never}
        class="verses"
        role="listbox"
        tabIndex={0}
        aria-multiselectable="true"
        aria-labelledby="chapter-title"
        aria-activedescendant={selected ? `verse-${Math.min(selected.end, lines.at(-1)?.verse ?? 1)}` : undefined}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const verse = verseAt(event);
          if (verse) find.choose(verse, event.shiftKey);
        }}
        onPointerMove={(event) => {
          const verse = event.buttons === 1 && event.pointerType !== 'touch' ? verseAt(event) : null;
          if (verse && verse !== find.selected.value?.end) find.choose(verse, true);
        }}
      >
        {lines.map(({ verse, texts }) => (
          <div
            key={verse}
            id={`verse-${verse}`}
            class="verse"
            role="option"
            tabIndex={-1}
            data-verse={verse}
            data-hit={isIn(find.hit.value, verse) || undefined}
            aria-selected={isIn(selected, verse)}
            aria-current={onAir.some((range) => isInRange(range, verse)) || undefined}
            data-off-air={isHidden || undefined}
          >
            <span class="verse-number">{verse}</span>
            <span class="verse-text" dir="auto" lang={langOf(texts[0])}>
              {texts[0]?.text}
              {verse === firstOnAir && (
                <span class="verse-on-air">{isHidden ? strings.status.hidden : strings.panes.onAir}</span>
              )}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}
