import { useWorkspace } from '../workspace-context.ts';

/** Renders the area of lives. */
export default function LivesArea() {
  const { strings } = useWorkspace();
  return <h1>{strings.lives.title}</h1>;
}
