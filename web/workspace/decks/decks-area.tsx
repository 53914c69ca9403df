import './decks.css';
import { useWorkspace } from '../workspace-context.ts';
import { DeckList } from './deck-list.tsx';
import { DeckPage } from './deck-page.tsx';

/** Renders the area of decks: the list, or the editor of the deck in the address. */
export default function DecksArea() {
  const { page } = useWorkspace();
  return page.resourceId === null ? <DeckList /> : <DeckPage id={page.resourceId} />;
}
