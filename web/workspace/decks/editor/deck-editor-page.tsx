import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LecternProblem } from '../../../../clients/typescript/src/index.ts';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import { type FormatPassages, openPassageFormat } from '../../../session/passages.ts';
import { LoadProblem } from '../../load-problem.tsx';
import { MissingResource } from '../../missing-resource.tsx';
import { type DeckEditor, openDeckEditor } from '../document/deck-editor.ts';
import { useDecks } from '../document/use-decks.ts';
import { DeckEditorView } from './deck-editor-view.tsx';

interface Loaded {
  readonly editor: DeckEditor;
  readonly format: FormatPassages;
}

/** Loads a deck and renders its editor. */
export function DeckEditorPage({ id }: { readonly id: string }) {
  const { page, session, rest, strings, toasts, toMessage } = useDecks();
  const loaded = useSignal<Loaded | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const isMissing = useSignal(false);
  const open = async () => {
    try {
      const [deck, format] = await Promise.all([rest.get(id), openPassageFormat(session, page.language)]);
      const messages = {
        noTitle: strings.noTitle,
        describe: (error: unknown) => {
          const index = findSlideIndex(error);
          const message = toMessage(error);
          return index === null ? (
            message
          ) : (
            <>
              {strings.slideProblem(index + 1)} {message}
            </>
          );
        },
      };
      const opened = openDeckEditor({ session, rest, deck, messages });
      if (opened.edited.isRestored) toasts.show({ text: strings.restored });
      loaded.value = { editor: opened, format };
      problem.value = null;
    } catch (error) {
      isMissing.value = error instanceof LecternProblem && error.status === 404;
      problem.value = toMessage(error);
    }
  };
  useEffect(() => {
    void open();
    return () => loaded.value?.editor.close();
  }, []);

  if (isMissing.value) return <MissingResource title={strings.missing} back={strings.back} />;
  if (problem.value) {
    return (
      <>
        <a class="page-back" href={workspacePath(page.owner.id, 'decks')}>
          {strings.back}
        </a>
        <h1>{strings.title}</h1>
        <LoadProblem problem={problem.value} load={open} />
      </>
    );
  }
  if (!loaded.value) {
    return (
      <>
        <h1 class="unseen">{strings.title}</h1>
        <p class="meta" role="status">
          {strings.loading}
        </p>
      </>
    );
  }
  return <DeckEditorView {...loaded.value} />;
}

/** Returns the index of the slide that has an invalid field, or null. */
function findSlideIndex(error: unknown): number | null {
  const pointer = error instanceof LecternProblem ? error.errors[0]?.pointer : undefined;
  const index = /^\/slides\/(\d+)/.exec(pointer ?? '')?.[1];
  return index === undefined ? null : Number(index);
}
