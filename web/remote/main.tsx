import '../shared/fonts.css';
import '../shared/world-fonts.css';
import '../shared/tokens.css';
import '../shared/system-theme.css';
import './remote.css';
import { render } from 'preact';
import { admitByKey } from '../entrance/admit-by-key.ts';
import { pollForReload } from '../entrance/poll-for-reload.ts';
import { keepAwake } from '../shared/keep-awake.ts';
import { watchSwipes } from '../shared/watch-swipes.ts';
import { bindKeys } from './bind-keys.ts';
import { type Remote, startRemote } from './remote.ts';
import { RemoteView } from './remote-view.tsx';

const main = document.querySelector<HTMLElement>('#remote')!;

/** Renders the remote into the page and binds its keys and swipes. */
function start(state: string): void {
  let remote: Remote | null = null;
  const control: Remote = { step: (by) => remote?.step(by), hide: () => remote?.hide() };
  remote = startRemote(location.pathname, JSON.parse(state), (model) =>
    render(<RemoteView model={model} remote={control} />, main),
  );
  bindKeys(control);
  watchSwipes(main, control.step);
  keepAwake();
}

const { page, state } = main.dataset;
addEventListener('hashchange', admitByKey);
void admitByKey();
if (state) start(state);
else if (page === 'restricted') pollForReload();
