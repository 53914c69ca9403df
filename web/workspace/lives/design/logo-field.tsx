import { type Signal, useSignal } from '@preact/signals';
import { uploadImage } from '../../../session/upload-image.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { ACCEPTED_IMAGES, findRefusal } from '../../../ui/image-files.ts';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { type LogoImage, saveLogo } from './design-rest.ts';

interface Props {
  readonly logo: Signal<LogoImage | null>;
  /** Whether the saved design shows the logo. */
  readonly isShown: boolean;
}

/** Renders the logo, which can be dropped, chosen and removed. A change is saved at once. */
export function LogoField({ logo, isShown }: Props) {
  const { session, strings, toasts } = useWorkspace();
  const { logo: texts, groups } = strings.design;
  const { busy, problem, run } = useSubmit();
  const refusal = useSignal<string | null>(null);
  const progress = useSignal<number | null>(null);
  const scopes = session.scopes.value;
  const mayChange = scopes.has('live.update') && scopes.has('presentation.update');

  const set = (id: string | null) =>
    run(async () => {
      logo.value = await saveLogo(session, id);
    });
  const upload = async (file: File) => {
    const reason = findRefusal(file);
    refusal.value = reason && texts.refused[reason];
    if (reason) return;
    progress.value = 0;
    const isDone = await run(async () => {
      const { id } = await uploadImage(session, file, {
        onProgress(fraction) {
          progress.value = fraction;
        },
      });
      logo.value = await saveLogo(session, id);
    });
    progress.value = null;
    if (isDone) toasts.show({ text: isShown ? texts.saved : `${texts.saved} ${texts.hidden}` });
  };
  const remove = async () => {
    const before = logo.value;
    if (before && (await set(null)))
      toasts.show({ text: texts.removed, action: { label: texts.undo, run: () => set(before.id) } });
  };
  const { value: image } = logo;
  const drop = useFileDrop(mayChange, ([file]) => void upload(file!));

  return (
    <section class="logo-field" aria-labelledby="logo-title" {...drop}>
      <h2 id="logo-title">{groups.logo}</h2>
      {image ? (
        <img class="logo-image" src={`/media/${image.id}`} width={image.width} height={image.height} alt={texts.alt} />
      ) : (
        <p>{texts.none}</p>
      )}
      {mayChange && (
        <>
          <p class="meta">{texts.hint}</p>
          <div class="row">
            <FileButton
              label={image ? texts.replace : texts.choose}
              accept={ACCEPTED_IMAGES}
              disabled={busy.value}
              onFiles={([file]) => upload(file!)}
            />
            {image && (
              <button type="button" class="danger" disabled={busy.value} onClick={remove}>
                {texts.remove}
              </button>
            )}
          </div>
        </>
      )}
      {progress.value !== null && <progress value={progress.value} aria-label={texts.uploading} />}
      {(refusal.value ?? problem.value) && (
        <p class="problem" role="alert">
          {refusal.value ?? problem.value}
        </p>
      )}
    </section>
  );
}
