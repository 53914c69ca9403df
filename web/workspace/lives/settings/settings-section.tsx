import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { describeProblem, type ProblemMessage, summarizeProblem } from '../../../session/describe-problem.tsx';
import { fetchEditions, type LibraryEdition } from '../../../session/fetch-editions.ts';
import { type EditedDocument, openDocument } from '../../editing/edited-document.ts';
import { LoadProblem } from '../../load-problem.tsx';
import { useWorkspace } from '../../workspace-context.ts';
import { useLive } from '../live-context.ts';
import { type LiveSettingsValues, openSettingsStore } from '../live-settings.ts';
import { SettingsEditor } from './settings-editor.tsx';

interface Loaded {
  readonly edited: EditedDocument<LiveSettingsValues>;
  readonly editions: readonly LibraryEdition[];
}

/** Renders the settings of the Live. */
export function SettingsSection() {
  const { session, strings } = useWorkspace();
  const { live: texts } = strings.lives;
  const { liveId, refresh } = useLive();
  const loaded = useSignal<Loaded | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const load = async () => {
    problem.value = null;
    try {
      const store = openSettingsStore(session, liveId, refresh);
      const [initial, editions] = await Promise.all([store.read(), fetchEditions(session)]);
      const describe = (error: unknown) => describeProblem(error, strings.ui);
      const draftKey = `live.${liveId}`;
      const edited = openDocument({ session, store, saves: 'explicit', initial, draftKey, describe });
      loaded.value = { edited, editions };
    } catch (error) {
      problem.value = summarizeProblem(error, strings.ui);
    }
  };
  useEffect(() => {
    void load();
    return () => loaded.value?.edited.close();
  }, []);
  return (
    <section class="live-section" aria-labelledby="settings-title">
      <h2 id="settings-title">{texts.sections.settings}</h2>
      <LoadProblem problem={problem.value} load={load} />
      {loaded.value && <SettingsEditor {...loaded.value} />}
    </section>
  );
}
