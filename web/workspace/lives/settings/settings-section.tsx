import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { summarizeProblem } from '../../../session/describe-problem.ts';
import { fetchEditions, type LibraryEdition } from '../../../session/fetch-editions.ts';
import { useWorkspace } from '../../workspace-context.ts';
import type { Draft } from '../draft.ts';
import { openDraft } from '../draft.ts';
import { useLive } from '../live-context.ts';
import { fetchLiveSettings, type LiveSettingsValues } from '../live-settings.ts';
import { SettingsEditor } from './settings-editor.tsx';

interface Loaded {
  readonly draft: Draft<LiveSettingsValues>;
  readonly etag: string;
  readonly editions: readonly LibraryEdition[];
  readonly changedBy: string | null;
}

/** Renders the settings of the Live. */
export function SettingsSection() {
  const { session, strings } = useWorkspace();
  const { live: texts } = strings.lives;
  const { liveId } = useLive();
  const loaded = useSignal<Loaded | null>(null);
  const problem = useSignal<string | null>(null);
  const load = async () => {
    problem.value = null;
    try {
      const [{ values, etag, changedBy }, editions] = await Promise.all([
        fetchLiveSettings(session, liveId),
        fetchEditions(session),
      ]);
      loaded.value = { draft: openDraft(`live/${liveId}`, values), etag, editions, changedBy };
    } catch (error) {
      problem.value = summarizeProblem(error, strings.ui.noResponse);
    }
  };
  useEffect(() => {
    void load();
  }, []);
  return (
    <section class="live-section" aria-labelledby="settings-title">
      <h2 id="settings-title">{texts.sections.settings}</h2>
      {problem.value && (
        <div class="problem-box" role="alert">
          <p class="problem">{problem.value}</p>
          <button type="button" onClick={load}>
            {strings.frame.tryAgain}
          </button>
        </div>
      )}
      {loaded.value && <SettingsEditor {...loaded.value} />}
    </section>
  );
}
