import './styles/decks.css';
import { useWorkspace } from '../workspace-context.ts';
import { DeckEditorPage } from './deck-editor-page.tsx';
import { DeckList } from './deck-list.tsx';

/** Renders the area of decks: the list, or the editor of the deck in the address. */
export default function DecksArea() {
  const { page } = useWorkspace();
  return page.resourceId === null ? <DeckList /> : <DeckEditorPage id={page.resourceId} />;
}
