import type { EditionJob } from '../../src/contract/edition-jobs.ts';
import { EDITION_UPLOAD_MAX_BYTES } from '../../src/contract/limits.ts';
import { FileButton } from '../ui/file-button.tsx';
import { useFileDrop } from '../ui/use-file-drop.ts';
import { useEditions } from './editions-context.ts';

/** Renders the field for a file: a button, and a place to drop one. */
export function FileDrop() {
  const { strings: all, jobs, uploads, message, send, reload } = useEditions();
  const strings = all.upload;

  const choose = async (file: File) => {
    if (file.size === 0 || file.size > EDITION_UPLOAD_MAX_BYTES) {
      message.value = { text: (file.size === 0 ? strings.empty : strings.tooLarge)(file.name), isProblem: true };
      return;
    }
    // The same file goes on where its upload stopped, even in another browser.
    const begun = jobs.value.find(
      (job) =>
        job.state === 'uploading' &&
        job.name === file.name &&
        job.size === file.size &&
        uploads.stateOf(job).value.status === 'missing',
    );
    const job = begun ?? (await send<EditionJob>('POST', '/uploads', { name: file.name, size: file.size }));
    if (!job) return;
    await uploads.start(job, file);
    await reload();
  };

  const drop = useFileDrop(true, ([file]) => void choose(file!));

  return (
    <section class="file-drop" aria-labelledby="upload-title" {...drop}>
      <h2 id="upload-title">{strings.title}</h2>
      <p>
        <span class="file-drop-hint">{strings.drop} </span>
        <FileButton class="primary" label={strings.choose} onFiles={([file]) => choose(file!)} />
      </p>
      <p class="meta">{strings.formats}</p>
      <p class="meta">{strings.checkedFirst}</p>
      {uploads.notKept.value && <p class="problem">{strings.notKept}</p>}
    </section>
  );
}
