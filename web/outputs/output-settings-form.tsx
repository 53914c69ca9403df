import { useSignal } from '@preact/signals';
import {
  OUTPUT_ALIGNMENTS,
  OUTPUT_MARGIN_MAX_PERCENT,
  OUTPUT_PARTS,
  PLATE_MIN_PERCENT,
  VERSE_NUMBERS,
} from '../../src/contract/output-settings.ts';
import { VIEWS } from '../../src/contract/viewer-views.ts';
import { NameField } from '../ui/name-field.tsx';
import { ScaleField } from '../ui/scale-field.tsx';
import type { LiveOutput } from './live-output.ts';
import { OutputImageField } from './output-image-field.tsx';
import { useOutputs } from './outputs-control.ts';
import { ViewField } from './view-field.tsx';

interface Props {
  readonly output: LiveOutput;
  readonly busy: boolean;
  run(task: () => Promise<unknown>): Promise<boolean>;
}

/** Renders the settings of an output; they are saved together. */
export function OutputSettingsForm({ output, busy, run }: Props) {
  const { strings: formStrings, session, liveId, readOutputs } = useOutputs();
  const name = useSignal(output.name);
  const view = useSignal(output.view);
  const settings = useSignal(output.settings);
  /** Output on which the changes are based. Only changes are sent, because others may change the output too. */
  const base = useSignal(output);
  const saved = useSignal(false);
  const change = (part: Partial<LiveOutput['settings']>) => {
    settings.value = { ...settings.value, ...part };
    saved.value = false;
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const sent = { name: name.value, view: view.value, settings: settings.value };
    saved.value = false;
    await run(async () => {
      const { data } = await session.client.PATCH('/v1/lives/{live_id}/outputs/{output_id}', {
        params: { path: { live_id: liveId, output_id: output.id } },
        body: pickChanges({ ...sent, name: sent.name.trim() }, base.value),
      });
      // What was changed meanwhile is not saved yet.
      const later = pickChanges({ name: name.value, view: view.value, settings: settings.value }, sent);
      base.value = data;
      name.value = later.name ?? data.name;
      view.value = later.view ?? data.view;
      settings.value = { ...data.settings, ...later.settings };
      await readOutputs();
      saved.value = Object.keys(later).length === 0;
    });
  };
  const { theme, scale, lang, translations, show, align, margin, verse_numbers: numbers } = settings.value;
  const isWhole = VIEWS[view.value].surface === 'screen' && VIEWS[view.value].outputKind !== 'stage';

  return (
    <form class="output-settings" onSubmit={save}>
      <NameField label={formStrings.name} name={name} />
      <ViewField view={view} />
      <label>
        {formStrings.theme}
        <select value={theme} onChange={({ currentTarget }) => change({ theme: currentTarget.value as typeof theme })}>
          <option value="dark">{formStrings.themes.dark}</option>
          <option value="light">{formStrings.themes.light}</option>
        </select>
      </label>
      <ScaleField
        label={formStrings.scale}
        usual={formStrings.usual}
        scale={scale}
        change={(next) => change({ scale: next })}
      />
      <label>
        {formStrings.language}
        <select value={lang} onChange={({ currentTarget }) => change({ lang: currentTarget.value as typeof lang })}>
          <option value="en">English</option>
          <option value="pt">Português</option>
          <option value="de">Deutsch</option>
        </select>
      </label>
      <label>
        {formStrings.translations}
        <input
          type="text"
          value={translations?.join(', ') ?? ''}
          placeholder={formStrings.allTranslations}
          onChange={({ currentTarget }) => {
            const slugs = currentTarget.value.split(/[\s,]+/).filter((slug) => slug !== '');
            change({ translations: slugs.length > 0 ? slugs : null });
          }}
        />
      </label>
      <label>
        {formStrings.songLanguages}
        <input
          type="text"
          value={settings.value.languages?.join(', ') ?? ''}
          placeholder={formStrings.allLanguages}
          onChange={({ currentTarget }) => {
            const tags = currentTarget.value.split(/[\s,]+/).filter((tag) => tag !== '');
            change({ languages: tags.length > 0 ? tags : null });
          }}
        />
      </label>
      <fieldset class="field">
        <legend>{formStrings.shows}</legend>
        {OUTPUT_PARTS.map((part) => (
          <label key={part} class="check">
            <input
              type="checkbox"
              checked={show.includes(part)}
              onChange={({ currentTarget }) =>
                change({
                  show: OUTPUT_PARTS.filter((one) => (one === part ? currentTarget.checked : show.includes(one))),
                })
              }
            />
            {formStrings.parts[part]}
          </label>
        ))}
      </fieldset>
      <label>
        {formStrings.align}
        <select value={align} onChange={({ currentTarget }) => change({ align: currentTarget.value as typeof align })}>
          {OUTPUT_ALIGNMENTS.map((each) => (
            <option key={each} value={each}>
              {formStrings.alignments[each]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {formStrings.margin}
        <input
          type="number"
          min={0}
          max={OUTPUT_MARGIN_MAX_PERCENT}
          value={margin}
          onInput={({ currentTarget }) => change({ margin: currentTarget.valueAsNumber || 0 })}
        />
      </label>
      <label>
        {formStrings.verseNumbers}
        <select
          value={numbers}
          onChange={({ currentTarget }) => change({ verse_numbers: currentTarget.value as typeof numbers })}
        >
          {VERSE_NUMBERS.map((each) => (
            <option key={each} value={each}>
              {formStrings.verseNumberChoices[each]}
            </option>
          ))}
        </select>
      </label>
      {VIEWS[view.value].surface === 'picture' && (
        <label>
          {formStrings.plateWidth}
          <input
            type="number"
            min={PLATE_MIN_PERCENT}
            max={100}
            placeholder={formStrings.plateAsText}
            value={settings.value.plate_width ?? ''}
            onInput={({ currentTarget: { validity, valueAsNumber: width } }) => {
              if (validity.valid) change({ plate_width: Number.isNaN(width) ? null : width });
            }}
          />
        </label>
      )}
      {isWhole &&
        session.owner.kind === 'organization' &&
        (['background_image', 'idle_image'] as const).map((field) => (
          <OutputImageField
            key={field}
            label={formStrings.images[field]}
            image={settings.value[field]}
            busy={busy}
            run={run}
            change={(image) => change({ [field]: image })}
          />
        ))}
      {isWhole && settings.value.idle_image !== null && (
        <label class="check">
          <input
            type="checkbox"
            checked={settings.value.idle_link}
            onChange={({ currentTarget }) => change({ idle_link: currentTarget.checked })}
          />
          {formStrings.idleLink}
        </label>
      )}
      <div class="dialog-acts">
        <span role="status">{saved.value && formStrings.saved}</span>
        <button type="submit" class="primary" disabled={busy}>
          {formStrings.save}
        </button>
      </div>
    </form>
  );
}

type OutputValues = Pick<LiveOutput, 'name' | 'view' | 'settings'>;

/** Returns the values that differ from those of the output. */
function pickChanges({ name, view, settings }: OutputValues, base: OutputValues) {
  const changed = Object.entries(settings).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(base.settings[field as keyof typeof settings]),
  );
  return {
    ...(name !== base.name && { name }),
    ...(view !== base.view && { view }),
    ...(changed.length > 0 && { settings: Object.fromEntries(changed) }),
  };
}
