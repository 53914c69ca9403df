import {
  NAME_MAX_CHARACTERS,
  PAGE_CHARACTERS_MAX,
  PAGE_CHARACTERS_MIN,
  PAGE_MAX_LINES,
  REFERENCE_MAX_CHARACTERS,
} from '../../../../src/contract/limits.ts';
import { VIEWER_PRESETS, VIEWER_TRANSITIONS } from '../../../../src/contract/viewer-appearance.ts';
import type { LibraryEdition } from '../../../session/fetch-editions.ts';
import { HintedField } from '../../../ui/hinted-field.tsx';
import { ScaleField } from '../../../ui/scale-field.tsx';
import type { EditedDocument } from '../../editing/edited-document.ts';
import { FieldConflictDialog } from '../../editing/field-conflict-dialog.tsx';
import { changeFields } from '../../editing/fields.ts';
import { SaveBar } from '../../editing/save-bar.tsx';
import { useWorkspace } from '../../workspace-context.ts';
import { type LiveSettingsValues, SHIPPED_VIEWER_SETTINGS } from '../live-settings.ts';
import { ShippedLookButton } from '../shipped-look-button.tsx';
import { describeSetting, settingLabel } from './describe-setting.ts';
import { SettingsPreview } from './settings-preview.tsx';
import { TranslationList } from './translation-list.tsx';

interface Props {
  readonly edited: EditedDocument<LiveSettingsValues>;
  readonly editions: readonly LibraryEdition[];
}

/** Renders the form of the settings with a preview, and saves it. */
export function SettingsEditor({ edited, editions }: Props) {
  const { page, session, strings } = useWorkspace();
  const { settings: texts } = strings.lives;
  const mayUpdate = session.scopes.value.has('live.update');
  const { value: values } = edited.content;
  const change = (part: Partial<LiveSettingsValues>) => changeFields(edited, part);

  return (
    <div class="settings">
      <form
        class="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void edited.save();
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
              onInput={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          </label>
          <div class="wide">
            <h3>{texts.translations}</h3>
            <TranslationList
              slugs={values.translations}
              editions={editions}
              mayChange={mayUpdate}
              change={(translations) => change({ translations })}
            />
          </div>
          <HintedField label={texts.reference} hint={texts.referenceHint} isWide>
            {(attributes) => (
              <input
                type="text"
                {...attributes}
                maxLength={REFERENCE_MAX_CHARACTERS}
                value={values.reference}
                onInput={({ currentTarget }) => change({ reference: currentTarget.value })}
              />
            )}
          </HintedField>
          <h3 class="wide">{texts.paging}</h3>
          <label>
            {texts.lines}
            <select
              value={`${values.lines}`}
              onChange={({ currentTarget }) => change({ lines: Number(currentTarget.value) })}
            >
              {Array.from({ length: PAGE_MAX_LINES }, (_, index) => (
                <option key={index} value={`${index + 1}`}>
                  {index + 1}
                </option>
              ))}
            </select>
          </label>
          <HintedField label={texts.characters} hint={texts.charactersHint}>
            {(attributes) => (
              <input
                type="number"
                {...attributes}
                required
                min={PAGE_CHARACTERS_MIN}
                max={PAGE_CHARACTERS_MAX}
                value={values.page_characters}
                onInput={({ currentTarget }) => {
                  if (currentTarget.validity.valid) change({ page_characters: currentTarget.valueAsNumber });
                }}
              />
            )}
          </HintedField>
          <h3 class="wide">{texts.phones}</h3>
          {(['earlier', 'order'] as const).map((part) => (
            <label key={part} class="check wide">
              <input
                type="checkbox"
                checked={values[part]}
                onChange={({ currentTarget }) => change({ [part]: currentTarget.checked })}
              />
              {texts[part]}
            </label>
          ))}
          <h3 class="wide">{texts.look}</h3>
          <label>
            {texts.theme}
            <select
              value={values.theme}
              onChange={({ currentTarget }) => change({ theme: currentTarget.value as typeof values.theme })}
            >
              <option value="dark">{texts.themes.dark}</option>
              <option value="light">{texts.themes.light}</option>
            </select>
          </label>
          <ScaleField
            label={texts.scale}
            usual={texts.usual}
            scale={values.scale}
            change={(scale) => change({ scale })}
          />
          <label>
            {texts.preset}
            <select
              value={values.preset ?? ''}
              onChange={({ currentTarget }) =>
                change({ preset: (currentTarget.value || null) as typeof values.preset })
              }
            >
              <option value="">{texts.asDesign}</option>
              {VIEWER_PRESETS.map((each) => (
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
                change({ transition: (currentTarget.value || null) as typeof values.transition })
              }
            >
              <option value="">{texts.asDesign}</option>
              {VIEWER_TRANSITIONS.map((each) => (
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
              onChange={({ currentTarget }) => change({ presentation: currentTarget.checked })}
            />
            {texts.presentation}
          </label>
          {mayUpdate && (
            <ShippedLookButton
              edited={edited}
              shipped={SHIPPED_VIEWER_SETTINGS}
              hint={page.owner.kind === 'organization' ? texts.shippedHint : undefined}
            />
          )}
        </fieldset>
        {mayUpdate && <SaveBar edited={edited} hint={texts.previewHint} />}
      </form>
      <SettingsPreview values={values} editions={editions} />
      <FieldConflictDialog
        edited={edited}
        label={(field) => settingLabel(texts, field)}
        describe={(field, content) => describeSetting(strings.lives, editions, field, content)}
      />
    </div>
  );
}
