import '../styles/lives.css';
import './design.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { workspacePath } from '../../../../src/contract/workspace-page.ts';
import { describeProblem, type ProblemMessage, summarizeProblem } from '../../../session/describe-problem.tsx';
import { fetchEditions } from '../../../session/fetch-editions.ts';
import { type EditedDocument, openDocument } from '../../editing/edited-document.ts';
import { LoadProblem } from '../../load-problem.tsx';
import { useWorkspace } from '../../workspace-context.ts';
import { DesignEditor } from './design-editor.tsx';
import { type DesignContent, fetchLogo, type LogoImage, openDesignStore } from './design-rest.ts';
import { type DesignSamples, fetchDesignSamples } from './design-samples.ts';

interface Loaded {
  readonly edited: EditedDocument<DesignContent>;
  readonly logo: LogoImage | null;
  readonly samples: DesignSamples;
}

/** Renders the design that all Lives of an organization share. */
export default function DesignPage() {
  const { page, session, strings } = useWorkspace();
  const { design: texts } = strings;
  const { owner } = page;
  const loaded = useSignal<Loaded | null>(null);
  const problem = useSignal<ProblemMessage | null>(null);
  const load = async () => {
    problem.value = null;
    try {
      const store = openDesignStore(session);
      const [initial, logo, samples] = await Promise.all([
        store.read(),
        fetchLogo(session),
        fetchEditions(session).then((editions) => fetchDesignSamples(session, editions)),
      ]);
      const describe = (error: unknown) => describeProblem(error, strings.ui);
      const draftKey = `looks.${owner.id}`;
      const edited = openDocument({ session, store, saves: 'explicit', initial, draftKey, describe });
      loaded.value = { edited, logo, samples };
    } catch (error) {
      problem.value = summarizeProblem(error, strings.ui);
    }
  };
  useEffect(() => {
    if (owner.kind === 'organization') void load();
    return () => loaded.value?.edited.close();
  }, []);
  return (
    <>
      <a class="page-back" href={workspacePath(owner.id, 'lives')}>
        {strings.lives.live.back}
      </a>
      <div class="page-head">
        <div>
          <h1>{texts.title}</h1>
          <p class="design-hint">{owner.kind === 'organization' ? texts.hint : texts.noDesign}</p>
        </div>
      </div>
      <LoadProblem problem={problem.value} load={load} />
      {loaded.value && <DesignEditor {...loaded.value} />}
    </>
  );
}
