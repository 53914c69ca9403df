import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  NAME_MAX_CHARACTERS,
  PAGE_CHARACTERS_MAX,
  PAGE_CHARACTERS_MIN,
  PAGE_MAX_LINES,
  REFERENCE_MAX_CHARACTERS,
  SCALE_MAX_STEPS,
  SCALE_MIN_STEPS,
} from '../../../../src/contract/limits.ts';
import { describeProblem } from '../../../session/describe-problem.ts';
import type { LibraryEdition } from '../../../session/fetch-editions.ts';
import { useWorkspace } from '../../workspace-context.ts';
import type { Draft } from '../draft.ts';
import { FieldConflictDialog } from '../field-conflict-dialog.tsx';
import { useLive } from '../live-context.ts';
import {
  fetchLiveSettings,
  isOvertaken,
  type LiveSettingsField,
  type LiveSettingsValues,
  saveLiveSettings,
} from '../live-settings.ts';
import { type DraftSaveState, SaveBar } from '../save-bar.tsx';
import { useDraftKeys } from '../use-draft-keys.ts';
import { describeSetting, settingLabel } from './describe-setting.ts';
import { SettingsPreview } from './settings-preview.tsx';
import { TranslationList } from './translation-list.tsx';

const PRESETS = ['default', 'midnight', 'paper', 'ocean'] as const;
const TRANSITIONS = ['none', 'fade', 'slide', 'slide_up', 'slide_down', 'zoom_in', 'zoom_out', 'wipe'] as const;
const SCALES = Array.from({ length: SCALE_MAX_STEPS - SCALE_MIN_STEPS + 1 }, (_, index) => SCALE_MIN_STEPS + index);
/** Saves again after this number of changes by others that concern none of the edited fields. */
const ATTEMPTS = 5;

interface Props {
  readonly draft: Draft<LiveSettingsValues>;
  readonly etag: string;
  readonly editions: readonly LibraryEdition[];
  readonly changedBy: string | null;
}

interface Conflict {
  readonly fields: readonly LiveSettingsField[];
  readonly by: string | null;
}

/** Renders the form of the settings with a preview, and saves it. */
export function SettingsEditor({ draft, etag: firstTag, editions, changedBy }: Props) {
  const { session, strings, toasts } = useWorkspace();
  const { settings: texts, save: saveTexts } = strings.lives;
  const { liveId, refresh } = useLive();
  const state = useSignal<DraftSaveState>({ kind: 'idle' });
  const conflict = useSignal<Conflict | null>(
    draft.restoredConflicts.length > 0 ? { fields: draft.restoredConflicts, by: changedBy } : null,
  );
  const tag = useSignal(firstTag);
  const mayUpdate = session.scopes.value.has('live.update');
  const { value: values } = draft.values;
  useDraftKeys(draft, () => toasts.show({ text: saveTexts.undone }));
  useEffect(() => {
    if (draft.isRestored && !conflict.value)
      toasts.show({ text: saveTexts.restored, action: { label: saveTexts.discard, run: draft.discard } });
  }, []);

  const save = async () => {
    if (state.value.kind === 'saving') return;
    state.value = { kind: 'saving' };
    try {
      for (let attempt = 1; ; attempt++) {
        const { value: wanted } = draft.values;
        try {
          await saveLiveSettings({
            session,
            liveId,
            etag: tag.value,
            values: wanted,
            changed: draft.changed.value,
            onSaved(fields, next) {
              tag.value = next;
              draft.markSaved(Object.fromEntries(fields.map((field) => [field, wanted[field]])));
            },
          });
          break;
        } catch (error) {
          if (!isOvertaken(error) || attempt === ATTEMPTS) throw error;
        }
        const fresh = await fetchLiveSettings(session, liveId);
        tag.value = fresh.etag;
        const fields = draft.rebase(fresh.values);
        if (fields.length > 0) {
          conflict.value = { fields, by: fresh.changedBy };
          state.value = { kind: 'idle' };
          return;
        }
      }
      // The server normalizes names and references.
      const fresh = await fetchLiveSettings(session, liveId);
      tag.value = fresh.etag;
      draft.rebase(fresh.values);
      state.value = { kind: 'saved', at: new Date() };
      await refresh();
    } catch (error) {
      const reason = describeProblem(error, null);
      state.value = { kind: 'failed', reason: reason ?? strings.ui.noResponse };
    }
  };
  const discard = () => {
    draft.discard();
    state.value = { kind: 'idle' };
    toasts.show({ text: saveTexts.discarded, action: { label: saveTexts.undo, run: draft.undo } });
  };

  return (
    <div class="settings">
      <form
        class="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset disabled={!mayUpdate} class="settings-fields">
          <label class="wide">
            {texts.name}
            <input
              type="text"
              required
              maxLength={NAME_MAX_CHARACTERS}
              value={values.name}
              onInput={({ currentTarget }) => draft.change({ name: currentTarget.value })}
            />
          </label>
          <div class="wide">
            <h3>{texts.translations}</h3>
            <TranslationList
              slugs={values.translations}
              editions={editions}
              mayChange={mayUpdate}
              change={(translations) => draft.change({ translations })}
            />
          </div>
          <label class="wide">
            {texts.reference}
            <input
              type="text"
              maxLength={REFERENCE_MAX_CHARACTERS}
              value={values.reference}
              onInput={({ currentTarget }) => draft.change({ reference: currentTarget.value })}
            />
            <span class="hint">{texts.referenceHint}</span>
          </label>
          <h3 class="wide">{texts.paging}</h3>
          <label>
            {texts.lines}
            <select
              value={`${values.lines}`}
              onChange={({ currentTarget }) => draft.change({ lines: Number(currentTarget.value) })}
            >
              {Array.from({ length: PAGE_MAX_LINES }, (_, index) => (
                <option key={index} value={`${index + 1}`}>
                  {index + 1}
                </option>
              ))}
            </select>
          </label>
          <label>
            {texts.characters}
            <input
              type="number"
              required
              min={PAGE_CHARACTERS_MIN}
              max={PAGE_CHARACTERS_MAX}
              value={values.page_characters}
              onInput={({ currentTarget }) => {
                if (currentTarget.validity.valid) draft.change({ page_characters: currentTarget.valueAsNumber });
              }}
            />
            <span class="hint">{texts.charactersHint}</span>
          </label>
          <h3 class="wide">{texts.look}</h3>
          <label>
            {texts.theme}
            <select
              value={values.theme}
              onChange={({ currentTarget }) => draft.change({ theme: currentTarget.value as typeof values.theme })}
            >
              <option value="dark">{texts.themes.dark}</option>
              <option value="light">{texts.themes.light}</option>
            </select>
          </label>
          <label>
            {texts.scale}
            <select
              value={`${values.scale}`}
              onChange={({ currentTarget }) => draft.change({ scale: Number(currentTarget.value) })}
            >
              {SCALES.map((each) => (
                <option key={each} value={`${each}`}>
                  {each === 0 ? texts.usual : each > 0 ? `+${each}` : `−${-each}`}
                </option>
              ))}
            </select>
          </label>
          <label>
            {texts.preset}
            <select
              value={values.preset ?? ''}
              onChange={({ currentTarget }) =>
                draft.change({ preset: (currentTarget.value || null) as typeof values.preset })
              }
            >
              <option value="">{texts.asDesign}</option>
              {PRESETS.map((each) => (
                <option key={each} value={each}>
                  {texts.presets[each]}
                </option>
              ))}
            </select>
          </label>
          <label>
            {texts.transition}
            <select
              value={values.transition ?? ''}
              onChange={({ currentTarget }) =>
                draft.change({ transition: (currentTarget.value || null) as typeof values.transition })
              }
            >
              <option value="">{texts.asDesign}</option>
              {TRANSITIONS.map((each) => (
                <option key={each} value={each}>
                  {texts.transitions[each]}
                </option>
              ))}
            </select>
          </label>
          <label class="check wide">
            <input
              type="checkbox"
              checked={values.presentation}
              onChange={({ currentTarget }) => draft.change({ presentation: currentTarget.checked })}
            />
            {texts.presentation}
          </label>
        </fieldset>
        {mayUpdate && (
          <SaveBar
            state={state}
            isChanged={draft.changed.value.length > 0}
            hint={texts.previewHint}
            save={save}
            discard={discard}
          />
        )}
      </form>
      <SettingsPreview values={values} editions={editions} />
      {conflict.value && (
        <FieldConflictDialog
          by={conflict.value.by}
          rows={conflict.value.fields.map((field) => ({
            label: settingLabel(texts, field),
            mine: describeSetting(strings.lives, editions, field, values),
            theirs: describeSetting(strings.lives, editions, field, draft.saved.value),
          }))}
          keepMine={() => {
            conflict.value = null;
            void save();
          }}
          takeTheirs={() => {
            draft.takeSaved(conflict.value!.fields);
            conflict.value = null;
          }}
          onClose={() => {
            conflict.value = null;
          }}
        />
      )}
    </div>
  );
}
