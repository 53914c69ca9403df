import { NETWORK_PATH, type OperatorPage } from '../../src/contract/console-page.ts';
import { useUiStrings } from '../ui/ui-strings.ts';

interface Props {
  readonly page: Pick<OperatorPage, 'lanUrl' | 'administrator'>;
  readonly class?: string;
}

/** Renders that addresses work only on this computer, and who can change it, unless others reach it. [D78] */
export function OnlyHereNotice({ page: { lanUrl, administrator }, ...attributes }: Props) {
  const strings = useUiStrings();
  if (lanUrl !== null) return null;
  return (
    <p {...attributes}>
      {strings.onlyHere} {administrator ? <a href={NETWORK_PATH}>{strings.openToNetwork}</a> : strings.askToOpen}
    </p>
  );
}
