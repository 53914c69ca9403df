import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import type { DeckSnapshot } from '../document/deck-rest.ts';
import { useEditor } from '../document/editor-context.ts';
import { formatChange } from '../document/format-change.ts';
import { findChanges, hasChanges } from '../document/publication-changes.ts';
import { useDecks } from '../document/use-decks.ts';

/** Latest snapshot with the time of its publication. Null: the deck was never published. */
type Published = { readonly snapshot: DeckSnapshot; readonly at: string } | null;

/** Renders what changed since the deck was published, and the button that publishes it. */
export function PublishPanel() {
  const { editor } = useEditor();
  const { page, rest, strings, toasts, mayPublish, toMessage } = useDecks();
  /** Undefined until loaded. */
  const published = useSignal<Published | undefined>(undefined);
  const problem = useSignal<ProblemMessage | null>(null);
  const isRunning = useSignal(false);
  const load = async () => {
    problem.value = null;
    try {
      const latest = await rest.findPublished(editor.id);
      published.value = latest && {
        snapshot: await rest.getSnapshot(latest.id),
        at: latest.published_at,
      };
    } catch (error) {
      problem.value = toMessage(error);
    }
  };
  useEffect(() => void load(), []);

  const { value: document } = editor.document;
  const { value: last } = published;
  const changes = useMemo(() => last && findChanges(document, last.snapshot), [document, last]);
  const isCurrent = changes ? !hasChanges(changes) : false;

  const publish = async () => {
    if (isRunning.value) return;
    isRunning.value = true;
    problem.value = null;
    try {
      if (!(await editor.edited.save())) {
        problem.value = strings.saveFirst;
        return;
      }
      await rest.publish(editor.id);
      await load();
      toasts.show({ text: strings.publishedNow });
    } catch (error) {
      problem.value = toMessage(error);
    } finally {
      isRunning.value = false;
    }
  };

  return (
    <section class="publish-panel" aria-labelledby="publish-title">
      <h2 id="publish-title">{strings.publication}</h2>
      {last === null && <p>{strings.neverPublished}</p>}
      {last && <p>{strings.publishedVersion(last.snapshot.revision, formatChange(last.at, page.language))}</p>}
      {isCurrent && <p>{strings.noChanges}</p>}
      {changes && !isCurrent && (
        <ul class="publish-changes">
          {changes.title && <li>{strings.changedTitle}</li>}
          {changes.added.length > 0 && <li>{strings.addedSlides(changes.added.length)}</li>}
          {changes.removed > 0 && <li>{strings.removedSlides(changes.removed)}</li>}
          {changes.changed.length > 0 && <li>{strings.changedSlides(changes.changed.length)}</li>}
          {changes.order && <li>{document.kind === 'song' ? strings.changedOrder : strings.movedSlides}</li>}
          {changes.footer && <li>{strings.changedFooter}</li>}
        </ul>
      )}
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {mayPublish && editor.mayEdit && (
        <button
          type="button"
          // Publishing again takes the present text of the translations.
          class={isCurrent ? 'quiet' : 'primary'}
          disabled={isRunning.value || last === undefined || document.slides.length === 0}
          onClick={publish}
        >
          {strings.publish}
        </button>
      )}
      <p class="meta">{strings.howToShow}</p>
    </section>
  );
}
