import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CONSOLE_PATH } from '../../../src/contract/console-page.ts';
import { DESIGN_RESOURCE, workspacePath } from '../../../src/contract/workspace-page.ts';
import { fetchLives, type NamedLive } from '../../session/fetch-lives.ts';
import { limitParallel } from '../../session/limit-parallel.ts';
import { pollWhileVisible } from '../../session/poll-while-visible.ts';
import type { Session } from '../../session/session.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { LoadProblem } from '../load-problem.tsx';
import { useResume } from '../use-resume.ts';
import { useWorkspace } from '../workspace-context.ts';
import { AudienceStateLabel } from './audience-state-label.tsx';
import { fetchLiveOverview, type LiveOverview } from './live-overview.ts';
import { NewLiveDialog } from './new-live-dialog.tsx';

const REFRESH_MS = 10_000;
/** Lives whose states are read at the same time. */
const PARALLEL_READS = 4;

type Overviews = ReadonlyMap<string, LiveOverview | 'unknown'>;

/** Renders the Lives of the owner, each with its state. */
export function LivesList() {
  const { page, session, strings } = useWorkspace();
  const { lives: texts } = strings;
  const lives = useSignal<readonly NamedLive[] | null>(null);
  const overviews = useSignal<Overviews>(new Map());
  const isCreating = useSignal(false);
  const { problem, run } = useSubmit();
  const mayCreate = session.scopes.value.has('live.create');

  const load = () =>
    run(async () => {
      lives.value = await fetchLives(session);
    });
  useEffect(() => {
    void load();
    return pollWhileVisible(() => readOverviews(lives, overviews, session), REFRESH_MS);
  }, []);
  useResume(load);
  useEffect(() => {
    if (lives.value) void readOverviews(lives, overviews, session);
  }, [lives.value]);

  const openNewLive = () => {
    isCreating.value = true;
  };
  return (
    <>
      <div class="page-head">
        <h1>{texts.title}</h1>
        <div class="page-acts">
          {page.owner.kind === 'organization' && (
            <a class="button" href={workspacePath(page.owner.id, 'lives', DESIGN_RESOURCE)}>
              {texts.list.design}
            </a>
          )}
          {mayCreate && (
            <button type="button" class="primary" onClick={openNewLive}>
              {texts.list.new}
            </button>
          )}
        </div>
      </div>
      <LoadProblem problem={problem.value} load={load} />
      {lives.value?.length === 0 && (
        <div class="empty">
          <p>{mayCreate ? texts.list.empty : texts.list.askForLive}</p>
          {mayCreate && (
            <button type="button" onClick={openNewLive}>
              {texts.list.new}
            </button>
          )}
        </div>
      )}
      {lives.value && lives.value.length > 0 && (
        <ul class="resource-list lives-list">
          {lives.value.map((live) => (
            <LiveRow key={live.id} live={live} overview={overviews.value.get(live.id)} />
          ))}
        </ul>
      )}
      {isCreating.value && (
        <NewLiveDialog
          isFirst={lives.value?.length === 0}
          onClose={() => {
            isCreating.value = false;
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly live: NamedLive;
  readonly overview: LiveOverview | 'unknown' | undefined;
}

function LiveRow({ live, overview }: RowProps) {
  const { page, session, strings } = useWorkspace();
  const { list } = strings.lives;
  return (
    <li class="live-row">
      <div class="resource-name">
        <a href={workspacePath(page.owner.id, 'lives', live.id)}>{live.name}</a>
        {overview === 'unknown' && <p class="meta">{list.unknown}</p>}
        {overview && overview !== 'unknown' && (
          <>
            <AudienceStateLabel now={overview.now} />
            <LiveFacts overview={overview} />
          </>
        )}
      </div>
      <a class="button" href={`${CONSOLE_PATH}/${live.id}`} aria-label={`${operateLabel()}: ${live.name}`}>
        {operateLabel()}
      </a>
    </li>
  );

  function operateLabel(): string {
    return session.scopes.value.has('live.update') ? list.operate : list.watch;
  }
}

/** Renders who watches a Live, its outputs and its protection. */
export function LiveFacts({ overview: { now, viewers, outputs } }: { readonly overview: LiveOverview }) {
  const { page, strings } = useWorkspace();
  const { list } = strings.lives;
  const peakAt =
    viewers.peak_at && new Date(viewers.peak_at).toLocaleDateString(page.language, { dateStyle: 'medium' });
  const connected = outputs.filter(({ connections }) => connections > 0).length;
  return (
    <ul class="live-facts meta">
      <li>{peakAt ? `${list.viewers(viewers.viewers)}, ${list.peak(viewers.peak, peakAt)}` : list.never}</li>
      <li>{list.outputs(connected, outputs.length)}</li>
      <li>{now.protected ? list.protected : list.open}</li>
    </ul>
  );
}

/** Reads the states of all listed Lives, a few at a time. A Live that cannot be read keeps its last state. */
async function readOverviews(
  lives: Signal<readonly NamedLive[] | null>,
  overviews: Signal<Overviews>,
  session: Session,
): Promise<void> {
  const limit = limitParallel(PARALLEL_READS);
  const read = async ({ id }: NamedLive) => {
    const overview = await fetchLiveOverview(session, id).catch(() => overviews.value.get(id) ?? 'unknown');
    overviews.value = new Map(overviews.value).set(id, overview);
  };
  await Promise.all((lives.value ?? []).map((live) => limit(() => read(live))));
}
