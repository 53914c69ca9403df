import { guidesAddress } from '../../../src/locales/languages.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders the link to the guides. They open beside the console, which stays as it is. */
export function GuidesLink() {
  const { page, strings } = useConsole();
  return (
    <a class="guides-link" href={guidesAddress(page.language)} target="_blank" rel="noreferrer">
      {strings.keys.guides}
    </a>
  );
}
