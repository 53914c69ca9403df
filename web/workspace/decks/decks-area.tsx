import { useWorkspace } from '../workspace-context.ts';

/** Renders the area of decks. */
export default function DecksArea() {
  const { strings } = useWorkspace();
  return <h1>{strings.decks.title}</h1>;
}
