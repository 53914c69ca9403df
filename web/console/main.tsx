import { summarizeProblem } from '../session/describe-problem.tsx';
import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/console.css';
import { render } from 'preact';
import { CONSOLE_PATH, type ConsolePage } from '../../src/contract/console-page.ts';
import { readPageData } from '../session/page-data.ts';
import { openSession } from '../session/session.ts';
import { chooseLive, rememberLive } from './choose-live.ts';
import { Console, loadLayout } from './console.tsx';
import { loadConsoleStrings } from './console-strings.ts';
import { StartFailedPage } from './entry/start-failed-page.tsx';

const page = readPageData<ConsolePage>();
const parameters = new URLSearchParams(location.search);
const requestedOwner = page.ownerId ?? parameters.get('owner');
const owner = page.owners.find(({ id }) => id === requestedOwner) ?? page.owners[0]!;
const session = openSession(owner, page);
const mount = document.querySelector('#console')!;

const strings = await loadConsoleStrings(page.language);
const entry = { ...strings.entry, problems: strings.dialogs.problems };
try {
  const [liveId] = await Promise.all([page.liveId ?? chooseLive(session), session.start(), loadLayout()]);
  if (liveId) {
    rememberLive(session, liveId);
    parameters.delete('owner');
    const query = parameters.size > 0 ? `?${parameters}` : '';
    history.replaceState(null, '', `${CONSOLE_PATH}/${liveId}${query}${location.hash}`);
    render(<Console page={page} strings={strings} session={session} liveId={liveId} />, mount);
  } else {
    const { NoLivePage } = await import('./entry/no-live-page.tsx');
    render(<NoLivePage page={page} session={session} strings={entry} />, mount);
  }
} catch (error) {
  const detail = summarizeProblem(error, entry);
  render(<StartFailedPage strings={entry} detail={detail} />, mount);
}
