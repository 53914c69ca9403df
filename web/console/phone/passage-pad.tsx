import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Book, fetchBooks } from '../../session/fetch-books.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders a keypad for book, chapter and verses. Only the button with the reference shows the passage. */
export function PassagePad({ onShown }: { onShown(): void }) {
  const { session, strings, find, live, actions, page } = useConsole();
  const books = useSignal<readonly Book[]>([]);
  const bookId = useSignal<number | null>(null);
  const step = useSignal<'book' | 'chapter' | 'verse'>('book');
  const chapter = find.chapter.value?.book_id === bookId.value ? find.chapter.value : null;
  useEffect(() => {
    fetchBooks(session, page.language)
      .then((found) => {
        books.value = found;
      })
      .catch(() => live.showMessage(strings.phone.noBooks));
  }, []);

  const openBook = async (id: number) => {
    bookId.value = id;
    await find.open(id, 1);
    step.value = 'chapter';
  };
  const openChapter = async (number: number) => {
    if (bookId.value === null) return;
    await find.open(bookId.value, number);
    step.value = 'verse';
  };
  const selected = find.selected.value;
  const passage = step.value === 'verse' && selected ? find.passageOf(selected) : null;
  const show = async () => {
    const { value: now } = live.now;
    if (!passage || !now) return;
    if (await live.run(actions.show(passage.reference, passage.passages, now))) onShown();
  };

  if (step.value === 'book') {
    return (
      <div class="pad pad-books">
        {books.value
          .filter(({ id }) => find.hasBook(id))
          .map(({ id, name }) => (
            <button key={id} type="button" title={name} onClick={() => openBook(id)}>
              {name}
            </button>
          ))}
      </div>
    );
  }
  const [from, to] = selected
    ? [Math.min(selected.anchor, selected.end), Math.max(selected.anchor, selected.end)]
    : [null, null];
  return (
    <>
      <div class="pad-head">
        <button
          type="button"
          class="quiet"
          onClick={() => {
            step.value = step.value === 'verse' ? 'chapter' : 'book';
          }}
        >
          ‹ {step.value === 'verse' ? strings.phone.chapters : strings.phone.books}
        </button>
        <strong>{chapter && (step.value === 'verse' ? `${chapter.book} ${chapter.chapter}` : chapter.book)}</strong>
      </div>
      <div class="pad">
        {step.value === 'chapter'
          ? chapter?.chapters.map((number) => (
              <button key={number} type="button" onClick={() => openChapter(number)}>
                {number}
              </button>
            ))
          : chapter?.lines.map(({ verse }) => (
              <button
                key={verse}
                type="button"
                aria-pressed={from !== null && to !== null && verse >= from && verse <= to}
                onClick={() => find.choose(verse, from !== null && verse > from && from === to)}
              >
                {verse}
              </button>
            ))}
      </div>
      {passage && (
        <button type="button" class="primary pad-show" onClick={show}>
          {strings.acts.show(passage.reference)}
        </button>
      )}
    </>
  );
}
