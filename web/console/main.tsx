import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/console.css';
import { render } from 'preact';
import { CONSOLE_PATH } from '../../src/contract/console-page.ts';
import { chooseLive } from './choose-live.ts';
import { Console } from './console.tsx';
import { readPageData } from './page-data.ts';
import { openSession } from './session/session.ts';
import { loadWords } from './words.ts';

const page = readPageData();
const asked = page.ownerId ?? new URLSearchParams(location.search).get('owner');
const owner = page.owners.find(({ id }) => id === asked) ?? page.owners[0]!;
const session = openSession(owner, page.csrf);
const [words] = await Promise.all([loadWords(page.language), session.start()]);
const liveId = page.liveId ?? (await chooseLive(session));
const mount = document.querySelector('#console')!;
if (liveId) {
  history.replaceState(null, '', `${CONSOLE_PATH}/${liveId}${location.search}`);
  render(<Console key={liveId} page={page} words={words} session={session} liveId={liveId} />, mount);
}
