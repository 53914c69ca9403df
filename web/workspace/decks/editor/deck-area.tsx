import '../styles/decks.css';
import { useWorkspace } from '../../workspace-context.ts';
import { DeckEditorPage } from './deck-editor-page.tsx';

/** Renders the deck in the address. */
export default function DeckArea() {
  const { page } = useWorkspace();
  return <DeckEditorPage id={page.resourceId!} />;
}
