import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders what to do while nothing is on air: `hint`, or to choose a translation first. */
export function NothingOnAir({ hint }: { readonly hint: string }) {
  const { strings, live, session } = useConsole();
  if (live.now.value?.translations.length !== 0) return <p class="empty">{hint}</p>;
  return (
    <p class="empty">
      {strings.onAir.noTranslation}{' '}
      <a href={workspacePath(session.owner.id, 'lives', live.liveId)}>{strings.onAir.chooseTranslation}</a>
    </p>
  );
}
