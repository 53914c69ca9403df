import { useSignal } from '@preact/signals';
import { DESIGN_SIZE_MAX_PX, DESIGN_SIZE_MIN_PX } from '../../../../src/contract/limits.ts';
import { LOOK_KINDS, type LookKind } from '../../../../src/contract/looks.ts';
import type { Look, Looks } from '../../../../src/contract/schemas/design.ts';
import { uploadImage } from '../../../session/upload-image.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { ACCEPTED_IMAGES, findRefusal } from '../../../ui/image-files.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { ALIGNMENTS, FONTS } from './design-fields.tsx';
import { NumberField } from './number-field.tsx';

interface Props {
  readonly looks: Looks;
  change(part: Partial<Looks>): void;
}

/** Renders what verses, songs and announcements have other than the design. */
export const LookFields = ({ looks, change }: Props) => (
  <>
    {LOOK_KINDS.map((kind) => (
      <LookGroup
        key={kind}
        kind={kind}
        look={looks[kind]}
        set={(part) => change({ [kind]: { ...looks[kind], ...part } })}
      />
    ))}
  </>
);

interface GroupProps {
  readonly kind: LookKind;
  readonly look: Look;
  set(part: Partial<Look>): void;
}

function LookGroup({ kind, look, set }: GroupProps) {
  const { design: texts } = useWorkspace().strings;
  const name = texts.looks[kind];
  return (
    <details class="design-group">
      <summary>{name}</summary>
      <fieldset class="settings-fields" aria-label={name}>
        <Choice label={texts.font} value={look.font} names={texts.fonts} of={FONTS} set={(font) => set({ font })} />
        <NumberField
          label={texts.size}
          hint={texts.textSizeHint}
          min={DESIGN_SIZE_MIN_PX}
          max={DESIGN_SIZE_MAX_PX}
          value={look.size}
          empty={texts.asDesign}
          change={(size) => set({ size })}
        />
        <Choice
          label={texts.align}
          value={look.align}
          names={texts.alignments}
          of={ALIGNMENTS}
          set={(align) => set({ align })}
        />
        <Choice
          label={texts.bold}
          value={look.bold === null ? null : look.bold ? 'yes' : 'no'}
          names={texts.yesNo}
          of={['yes', 'no']}
          set={(bold) => set({ bold: bold && bold === 'yes' })}
        />
      </fieldset>
      <LookImage image={look.background_image} set={(image) => set({ background_image: image })} />
    </details>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly of: readonly Value[];
  readonly names: Readonly<Record<Value, string>>;
  set(value: Value | null): void;
}

function Choice<Value extends string>({ label, value, of, names, set }: ChoiceProps<Value>) {
  const { design: texts } = useWorkspace().strings;
  return (
    <label>
      {label}
      <select value={value ?? ''} onChange={({ currentTarget }) => set((currentTarget.value || null) as Value | null)}>
        <option value="">{texts.asDesign}</option>
        {of.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Renders an image, which can be uploaded and removed. It is saved with the form. */
function LookImage({ image, set }: { readonly image: string | null; set(image: string | null): void }) {
  const { session, strings } = useWorkspace();
  const { looks: texts, logo } = strings.design;
  const { busy, problem, run } = useSubmit();
  const refusal = useSignal<string | null>(null);
  const upload = (file: File) => {
    const reason = findRefusal(file);
    refusal.value = reason && logo.refused[reason];
    if (!reason) void run(async () => set((await uploadImage(session, file, {})).id));
  };
  const message = refusal.value ?? problem.value;
  return (
    <fieldset class="look-image" disabled={!session.scopes.value.has('presentation.update')}>
      <legend>{texts.image}</legend>
      {image !== null && <img class="logo-image" src={`/media/${image}`} alt="" />}
      <FileButton
        label={image === null ? logo.choose : logo.replace}
        accept={ACCEPTED_IMAGES}
        disabled={busy.value}
        onFiles={([file]) => upload(file!)}
      />
      {image !== null && (
        <button type="button" disabled={busy.value} onClick={() => set(null)}>
          {texts.removeImage}
        </button>
      )}
      {message && (
        <p class="problem" role="alert">
          {message}
        </p>
      )}
    </fieldset>
  );
}
