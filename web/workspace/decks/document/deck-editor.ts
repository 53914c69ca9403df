import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { LecternProblem } from '../../../../clients/typescript/src/index.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import type { Session } from '../../../session/session.ts';
import { type EditedDocument, openDocument } from '../../editing/edited-document.ts';
import type { DeckDocument } from './deck-document.ts';
import { type DeckRest, type StoredDeck, toDeckBody } from './deck-rest.ts';

interface Options {
  readonly session: Session;
  readonly rest: DeckRest;
  readonly deck: StoredDeck;
  readonly messages: {
    readonly noTitle: string;
    /** Describes a failed request. Names the slide of an invalid field. */
    describe(error: unknown): ProblemMessage;
  };
}

/** Editor of a deck: its document, which saves itself, and the selected slide. */
export interface DeckEditor {
  readonly id: string;
  /** Whether the person may change the deck. Follows a changed role. */
  readonly mayEdit: boolean;
  readonly edited: EditedDocument<DeckDocument>;
  readonly document: ReadonlySignal<DeckDocument>;
  /** Id of the selected slide. */
  readonly selected: Signal<string | null>;
  /** Changes the document. Consecutive changes of one group, such as typing in one field, are undone together. */
  edit(change: (document: DeckDocument) => DeckDocument, group?: string): void;
  close(): void;
}

export function openDeckEditor({ session, rest, deck, messages }: Options): DeckEditor {
  const { id } = deck;
  const edited = openDocument<DeckDocument>({
    session,
    store: {
      async read() {
        const { document, etag } = await rest.get(id);
        return { content: document, etag };
      },
      async write(document, { etag }) {
        if (document.title.trim() === '') throw new LecternProblem(422, { detail: messages.noTitle }, new Headers());
        return { content: document, etag: (await rest.replace(id, etag, document)).etag };
      },
      isSame: (one, other) => serializeDeck(one) === serializeDeck(other),
    },
    saves: 'automatic',
    initial: { content: deck.document, etag: deck.etag },
    draftKey: `deck-draft/${id}`,
    describe: messages.describe,
  });
  const selected = signal(edited.content.peek().slides[0]?.id ?? null);
  let index = 0;
  // The neighbor of a removed slide is selected.
  const stopSelecting = effect(() => {
    const { slides } = edited.content.value;
    const found = slides.findIndex((slide) => slide.id === selected.value);
    if (found >= 0) index = found;
    else selected.value = slides[Math.min(index, slides.length - 1)]?.id ?? null;
  });
  const editor: DeckEditor = {
    id,
    get mayEdit() {
      return session.scopes.value.has('presentation.update');
    },
    edited,
    document: edited.content,
    selected,
    edit(change, group) {
      if (editor.mayEdit) edited.change(change(edited.content.peek()), group);
    },
    close() {
      stopSelecting();
      edited.close();
    },
  };
  return editor;
}

/** Returns what the server stores of a deck: it trims texts and drops empty ones. */
const serializeDeck = (document: DeckDocument): string => {
  const { title, kind, slides, order, footer, shared, language_tag, songbook } = toDeckBody(document);
  return JSON.stringify([
    title.trim(),
    kind,
    slides.map((slide) => [
      slide.id,
      slide.layout,
      slide.title,
      slide.text,
      slide.reference,
      slide.image,
      slide.until,
      slide.seconds,
      slide.translations,
      slide.chords,
    ]),
    order,
    footer && [footer.authors, footer.copyright, footer.ccli, footer.source].map((field) => field?.trim() || null),
    shared,
    language_tag,
    songbook && [songbook.name.trim(), songbook.number.trim()],
  ]);
};
