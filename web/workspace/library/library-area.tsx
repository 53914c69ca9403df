import { useWorkspace } from '../workspace-context.ts';

/** Renders the area of library. */
export default function LibraryArea() {
  const { strings } = useWorkspace();
  return <h1>{strings.library.title}</h1>;
}
