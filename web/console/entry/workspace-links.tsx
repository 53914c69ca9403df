import type { ConsoleOwner } from '../../../src/contract/console-page.ts';
import { hasArea, WORKSPACE_AREAS, workspacePath } from '../../../src/contract/workspace-page.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';

interface Props {
  readonly owner: ConsoleOwner;
  readonly strings: ConsoleStrings['entry'];
}

/** Renders links to the pages on which a service is prepared. */
export function WorkspaceLinks({ owner, strings }: Props) {
  return (
    <ul class="owner-links">
      {WORKSPACE_AREAS.filter((area) => hasArea(owner, area)).map((area) => (
        <li key={area}>
          <a href={workspacePath(owner.id, area)}>{strings.areas[area]}</a>
        </li>
      ))}
      {owner.kind === 'organization' && (
        <li>
          <a href={`/account/organizations/${owner.id}`}>{strings.people}</a>
        </li>
      )}
    </ul>
  );
}
