import { useSignal } from '@preact/signals';
import { uploadImage } from '../session/upload-image.ts';
import { FileButton } from '../ui/file-button.tsx';
import { ACCEPTED_IMAGES, findRefusal } from '../ui/image-files.ts';
import { useOutputs } from './outputs-control.ts';

interface Props {
  readonly label: string;
  readonly image: string | null;
  readonly busy: boolean;
  /** Runs a task and shows its problem. */
  run(task: () => Promise<unknown>): Promise<boolean>;
  change(image: string | null): void;
}

/** Renders an image of an output, which can be uploaded and removed. It is saved with the form. */
export function OutputImageField({ label, image, busy, run, change }: Props) {
  const { strings, session } = useOutputs();
  const refused = useSignal(false);
  const upload = (file: File) => {
    refused.value = findRefusal(file) !== null;
    if (!refused.value) void run(async () => change((await uploadImage(session, file, {})).id));
  };
  return (
    <fieldset class="field output-image">
      <legend>{label}</legend>
      {image !== null && <img src={`/media/${image}`} alt="" />}
      <FileButton
        label={strings.chooseImage}
        accept={ACCEPTED_IMAGES}
        disabled={busy}
        onFiles={([file]) => upload(file!)}
      />
      {image !== null && (
        <button type="button" disabled={busy} onClick={() => change(null)}>
          {strings.removeImage}
        </button>
      )}
      {refused.value && (
        <p class="dialog-problem" role="alert">
          {strings.imageRefused}
        </p>
      )}
    </fieldset>
  );
}
