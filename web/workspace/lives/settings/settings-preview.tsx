import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { DEFAULT_STUDIO_SETTINGS } from '../../../../src/contract/default-design.ts';
import { fetchOwnerLook } from '../../../preview/owner-look.ts';
import { type PreviewLook, type PreviewPassage, toPassageState } from '../../../preview/preview-states.ts';
import { fetchSample, JOHN_3_16 } from '../../../preview/sample-passages.ts';
import type { LibraryEdition } from '../../../session/fetch-editions.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { useLive } from '../live-context.ts';
import type { LiveSettingsValues } from '../live-settings.ts';
import { ContrastList } from '../preview/contrast-list.tsx';
import { ViewPreviews } from '../preview/view-previews.tsx';

interface Props {
  readonly values: LiveSettingsValues;
  readonly editions: readonly LibraryEdition[];
}

/** Renders a verse in all four views with the edited settings, and whether its texts can be read. */
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
      {passages.value?.length === 0 ? <p class="meta">{texts.noPreview}</p> : <ViewPreviews state={state} />}
      {look.value && (
        <ContrastList
          design={look.value.design ?? DEFAULT_STUDIO_SETTINGS}
          theme={values.theme}
          preset={values.preset ?? undefined}
        />
      )}
    </section>
  );
}
