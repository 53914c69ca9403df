import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { DEFAULT_STUDIO_SETTINGS } from '../../../../src/contract/default-design.ts';
import type { ViewerDesign, ViewerTheme } from '../../../../src/contract/viewer.ts';
import { describeProblem, summarizeProblem } from '../../../session/describe-problem.ts';
import { useWorkspace } from '../../workspace-context.ts';
import type { Draft } from '../draft.ts';
import { FieldConflictDialog } from '../field-conflict-dialog.tsx';
import { isOvertaken } from '../live-settings.ts';
import { type DraftSaveState, SaveBar } from '../save-bar.tsx';
import { useDraftKeys } from '../use-draft-keys.ts';
import { DesignFields } from './design-fields.tsx';
import { DesignPreview } from './design-preview.tsx';
import { fetchDesign, type LogoImage, saveDesign } from './design-rest.ts';
import type { DesignSamples } from './design-samples.ts';
import { LogoField } from './logo-field.tsx';

type DesignField = keyof ViewerDesign;

interface Props {
  readonly draft: Draft<ViewerDesign>;
  readonly etag: string;
  readonly logo: LogoImage | null;
  readonly samples: DesignSamples;
}

const isShipped = (design: ViewerDesign): boolean => JSON.stringify(design) === JSON.stringify(DEFAULT_STUDIO_SETTINGS);

/** Renders the form of the design with its preview. The audience sees a change only when it is saved. */
export function DesignEditor({ draft, etag: firstTag, logo: firstLogo, samples }: Props) {
  const { session, strings, toasts } = useWorkspace();
  const { design: texts, lives } = strings;
  const state = useSignal<DraftSaveState>({ kind: 'idle' });
  const conflict = useSignal<readonly DesignField[] | null>(
    draft.restoredConflicts.length > 0 ? draft.restoredConflicts : null,
  );
  const tag = useSignal(firstTag);
  const logo = useSignal(firstLogo);
  const theme = useSignal<ViewerTheme>('dark');
  const mayUpdate = session.scopes.value.has('live.update');
  const { value: design } = draft.values;
  useDraftKeys(draft, () => toasts.show({ text: lives.save.undone }));
  useEffect(() => {
    if (draft.isRestored && !conflict.value)
      toasts.show({ text: lives.save.restored, action: { label: lives.save.discard, run: draft.discard } });
  }, []);

  const save = async () => {
    if (state.value.kind === 'saving') return;
    state.value = { kind: 'saving' };
    try {
      const { value: wanted } = draft.values;
      tag.value = await saveDesign(session, wanted, tag.value);
      draft.markSaved(wanted);
      state.value = { kind: 'saved', at: new Date() };
    } catch (error) {
      if (isOvertaken(error)) return rebase();
      const reason = describeProblem(error, null);
      state.value = { kind: 'failed', reason: reason ?? strings.ui.noResponse };
    }
  };
  /** Builds the changes on the design that someone else has saved, and saves them unless both changed the same. */
  const rebase = async () => {
    try {
      const fresh = await fetchDesign(session);
      tag.value = fresh.etag;
      const fields = draft.rebase(fresh.design);
      state.value = { kind: 'idle' };
      if (fields.length > 0) conflict.value = fields;
      else await save();
    } catch (error) {
      const reason = summarizeProblem(error, strings.ui.noResponse);
      state.value = { kind: 'failed', reason };
    }
  };
  const discard = () => {
    draft.discard();
    state.value = { kind: 'idle' };
    toasts.show({ text: lives.save.discarded, action: { label: lives.save.undo, run: draft.undo } });
  };
  const goBackToShipped = () => {
    draft.change(DEFAULT_STUDIO_SETTINGS);
    toasts.show({ text: texts.shippedDone, action: { label: lives.save.undo, run: draft.undo } });
  };

  return (
    <div class="design">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {!mayUpdate && <p class="meta">{texts.readOnly}</p>}
        <fieldset disabled={!mayUpdate} class="design-fields">
          <DesignFields design={design} change={draft.change} theme={theme} mayChange={mayUpdate} />
          {mayUpdate && (
            <button type="button" disabled={isShipped(design)} onClick={goBackToShipped}>
              {isShipped(design) ? texts.isShipped : texts.shipped}
            </button>
          )}
        </fieldset>
        <LogoField logo={logo} isShown={draft.saved.value.showLogo} />
        {mayUpdate && (
          <SaveBar
            state={state}
            isChanged={draft.changed.value.length > 0}
            hint={texts.saveHint}
            save={save}
            discard={discard}
          />
        )}
      </form>
      <DesignPreview design={design} logo={logo.value} samples={samples} theme={theme} />
      {conflict.value && (
        <FieldConflictDialog
          by={null}
          rows={conflict.value.map((field) => ({
            label: fieldLabel(field),
            mine: lives.conflict.changed,
            theirs: lives.conflict.changed,
          }))}
          keepMine={() => {
            conflict.value = null;
            void save();
          }}
          takeTheirs={() => {
            draft.takeSaved(conflict.value!);
            conflict.value = null;
          }}
          onClose={() => {
            conflict.value = null;
          }}
        />
      )}
    </div>
  );

  function fieldLabel(field: DesignField): string {
    const { groups } = texts;
    const labels: Record<DesignField, string> = {
      version: texts.title,
      showLogo: groups.logo,
      preset: texts.preset,
      transition: groups.motion,
      controls: groups.controls,
      palettes: groups.colors,
      container: groups.container,
      elements: groups.type,
      order: groups.order,
    };
    return labels[field];
  }
}
