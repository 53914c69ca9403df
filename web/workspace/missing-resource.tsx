import { workspacePath } from '../../src/contract/workspace-page.ts';
import { useWorkspace } from './workspace-context.ts';

interface Props {
  readonly title: string;
  /** Text of the link to the list of the area. */
  readonly back: string;
}

/** Renders that the resource in the address does not exist, and leads to the others of its area. */
export function MissingResource({ title, back }: Props) {
  const { page, strings } = useWorkspace();
  return (
    <div class="start-problem" role="alert">
      <h1>{title}</h1>
      <p>{strings.frame.missingHint}</p>
      <a class="button" href={workspacePath(page.owner.id, page.area)}>
        {back}
      </a>
    </div>
  );
}
