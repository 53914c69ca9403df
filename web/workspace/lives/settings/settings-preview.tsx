import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fetchOwnerLook } from '../../../preview/owner-look.ts';
import { PreviewFrame } from '../../../preview/preview-frame.tsx';
import { type PreviewLook, type PreviewPassage, toPassageState } from '../../../preview/preview-states.ts';
import { fetchSample, JOHN_3_16 } from '../../../preview/sample-passages.ts';
import type { LibraryEdition } from '../../../session/fetch-editions.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { useLive } from '../live-context.ts';
import type { LiveSettingsValues } from '../live-settings.ts';

interface Props {
  readonly values: LiveSettingsValues;
  readonly editions: readonly LibraryEdition[];
}

/** Renders how a verse would look on a screen and on a phone with the edited settings. */
export function SettingsPreview({ values, editions }: Props) {
  const { session, strings } = useWorkspace();
  const { settings: texts } = strings.lives;
  const { liveId } = useLive();
  const look = useSignal<Omit<PreviewLook, 'settings'> | null>(null);
  const passages = useSignal<readonly PreviewPassage[] | null>(null);
  const problem = useSignal(false);
  const slugs = values.translations.join();

  useEffect(() => {
    fetchOwnerLook(session).then(
      (fetched) => {
        look.value = fetched;
      },
      () => {
        problem.value = true;
      },
    );
  }, []);
  useEffect(() => {
    let isCurrent = true;
    const chosen = values.translations.flatMap((slug) => editions.find((edition) => edition.slug === slug) ?? []);
    fetchSample(session, liveId, chosen, JOHN_3_16).then(
      (fetched) => {
        if (isCurrent) passages.value = fetched;
      },
      () => {
        if (isCurrent) problem.value = true;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [slugs]);

  const state = (() => {
    if (!look.value || !passages.value?.length) return null;
    const { theme, scale, presentation, preset, transition } = values;
    const settings = { theme, scale, presentation, ...(preset && { preset }), ...(transition && { transition }) };
    const paging = { lines: values.lines, page_characters: values.page_characters };
    return toPassageState(passages.value, { ...look.value, settings }, paging);
  })();
  if (problem.value) return <p class="problem">{texts.previewFailed}</p>;
  return (
    <section class="settings-preview" aria-label={texts.preview}>
      {passages.value?.length === 0 ? (
        <p class="meta">{texts.noPreview}</p>
      ) : (
        <>
          <figure>
            <PreviewFrame view="screen" state={state} title={texts.previewScreen} />
            <figcaption class="meta">{texts.previewScreen}</figcaption>
          </figure>
          <figure class="phone">
            <PreviewFrame view="reader" state={state} title={texts.previewReader} />
            <figcaption class="meta">{texts.previewReader}</figcaption>
          </figure>
        </>
      )}
    </section>
  );
}
