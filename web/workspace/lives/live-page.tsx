import './styles/lives.css';
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { workspacePath } from '../../../src/contract/workspace-page.ts';
import { type ProblemMessage, summarizeProblem } from '../../session/describe-problem.tsx';
import { pollWhileVisible } from '../../session/poll-while-visible.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { LoadProblem } from '../load-problem.tsx';
import { MissingResource } from '../missing-resource.tsx';
import { useWorkspace } from '../workspace-context.ts';
import { AudienceStateLabel } from './audience-state-label.tsx';
import { DeleteSection } from './delete-section.tsx';
import { LinksSection } from './links/links-section.tsx';
import { LiveContextProvider, type LivePageContext } from './live-context.ts';
import { fetchLiveOverview, isGone, type LiveOverview } from './live-overview.ts';
import { LiveFacts } from './lives-list.tsx';
import { OutputsSection } from './outputs/outputs-section.tsx';
import { ProtectionSection } from './protection/protection-section.tsx';
import { SettingsSection } from './settings/settings-section.tsx';
import { StartStop } from './start-stop.tsx';

const REFRESH_MS = 3_000;

/** Renders the page of one Live: its state, settings, links, protection and outputs. */
export default function LivePage() {
  const { page, session, strings } = useWorkspace();
  const liveId = page.resourceId!;
  const { lives: texts } = strings;
  const overview = useSignal<LiveOverview | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const gone = useSignal(false);

  const read = async () => {
    try {
      overview.value = await fetchLiveOverview(session, liveId);
      problem.value = null;
      gone.value = false;
    } catch (error) {
      gone.value = isGone(error);
      problem.value = summarizeProblem(error, strings.ui);
    }
  };
  useEffect(() => pollWhileVisible(read, REFRESH_MS), []);
  const loaded = useComputed(() => overview.value !== null);
  const context = useMemo<LivePageContext>(() => ({ liveId, overview, refresh: read }), [liveId]);

  if (gone.value) return <MissingResource title={texts.live.gone} back={texts.live.back} />;
  if (!loaded.value) return <LoadProblem problem={problem.value} load={read} />;
  return (
    <LiveContextProvider value={context}>
      <LiveHead context={context} />
      <SettingsSection />
      <LinksSection />
      <ProtectionSection />
      <OutputsSection />
      <DeleteSection />
    </LiveContextProvider>
  );
}

function LiveHead({ context: { liveId, overview } }: { readonly context: LivePageContext }) {
  const { page, session, strings } = useWorkspace();
  const { lives: texts } = strings;
  const { value: live } = overview;
  usePageTitle(live?.now.name);
  if (!live) return null;
  const { now } = live;
  const mayUpdate = session.scopes.value.has('live.update');
  return (
    <>
      <a class="page-back" href={workspacePath(page.owner.id, 'lives')}>
        {texts.live.back}
      </a>
      <div class="page-head">
        <div>
          <h1>{now.name}</h1>
          <AudienceStateLabel now={now} />
          <LiveFacts overview={live} />
          {(now.focus ?? now.slide) && <p class="meta">{texts.modes[now.mode]}</p>}
        </div>
        <div class="page-acts">
          {mayUpdate && <StartStop />}
          <a class="button primary" href={`${CONSOLE_PATH}/${liveId}`}>
            {mayUpdate ? texts.list.operate : texts.list.watch}
          </a>
        </div>
      </div>
      {!mayUpdate && <p class="meta">{texts.live.readOnly}</p>}
    </>
  );
}
