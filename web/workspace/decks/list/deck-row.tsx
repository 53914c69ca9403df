import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import type { DeckListItem } from '../../../session/fetch-decks.ts';
import { toDeckState } from '../document/deck-state.ts';
import { formatChange, formatDay } from '../document/format-change.ts';
import { useDecks } from '../document/use-decks.ts';

interface Props {
  readonly deck: DeckListItem;
  duplicate(): void;
  remove(): void;
}

/** Renders a deck in the list. */
export function DeckRow({ deck, duplicate, remove }: Props) {
  const { page, strings, mayEdit } = useDecks();
  const { songbook, authors, first_line: line } = deck;
  // Two songs can have one name.
  const distinction = [songbook && `${songbook.name} ${songbook.number}`, authors, line].filter(Boolean).join(' · ');
  return (
    <li>
      <div class="resource-name">
        <a href={workspacePath(page.owner.id, 'decks', deck.id)} dir="auto">
          {deck.title}
        </a>
        {distinction && (
          <p class="meta" dir="auto">
            {distinction}
          </p>
        )}
        <p class="meta">
          {strings.kinds[deck.kind]} · {strings.slideCount(deck.slide_count)} ·{' '}
          {strings.changedAt(formatChange(deck.updated_at, page.language))}
          {deck.last_used && <> · {strings.lastSung(formatDay(deck.last_used, page.language))}</>}
        </p>
      </div>
      <DeckState deck={deck} />
      {mayEdit && (
        <div class="row-acts">
          <button type="button" class="quiet" aria-label={strings.duplicateOf(deck.title)} onClick={duplicate}>
            {strings.duplicate}
          </button>
          <button type="button" class="quiet" aria-label={strings.deleteOf(deck.title)} onClick={remove}>
            {strings.delete}
          </button>
        </div>
      )}
    </li>
  );
}

/** Renders whether the deck is published as it is. */
function DeckState({ deck }: { readonly deck: DeckListItem }) {
  const { strings } = useDecks();
  const state = toDeckState(deck);
  if (state === null) return null;
  return (
    <span class="chip" data-kind={{ published: 'ready', changedSince: 'wait', notPublished: undefined }[state]}>
      {strings[state]}
    </span>
  );
}
