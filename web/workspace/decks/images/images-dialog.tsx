import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LecternProblem } from '../../../../clients/typescript/src/index.ts';
import { formatByteSize } from '../../../../src/contract/byte-size.ts';
import type { ProblemMessage } from '../../../session/describe-problem.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { toStoredSize } from '../../../ui/image-files.ts';
import type { DeckImage } from '../document/deck-rest.ts';
import { useDecks } from '../document/use-decks.ts';

const IN_USE = 'image_in_use';

/** Lists the images of the organization. Those that no deck and no logo uses can be deleted. */
export function ImagesDialog({ onClose }: { onClose(): void }) {
  const { page, rest, strings, mayEdit, toMessage } = useDecks();
  const images = useSignal<readonly DeckImage[] | null>(null);
  const inUse = useSignal<ReadonlySet<string>>(new Set());
  const message = useSignal<ProblemMessage | null>(null);
  const isAsking = useSignal(false);
  const isRunning = useSignal(false);
  useEffect(() => {
    rest.listImages().then(
      (list) => {
        images.value = list.toReversed();
      },
      (error: unknown) => {
        message.value = toMessage(error);
      },
    );
  }, []);

  /** Deletes an image unless it is in use. Returns whether it is deleted. */
  const remove = async ({ id }: DeckImage): Promise<boolean> => {
    try {
      await rest.deleteImage(id);
    } catch (error) {
      if (!(error instanceof LecternProblem && error.code === IN_USE)) throw error;
      inUse.value = new Set([...inUse.value, id]);
      return false;
    }
    images.value = (images.value ?? []).filter((image) => image.id !== id);
    return true;
  };
  const run = async (task: () => Promise<string | null>) => {
    if (isRunning.value) return;
    isRunning.value = true;
    message.value = null;
    try {
      message.value = await task();
    } catch (error) {
      message.value = toMessage(error);
    } finally {
      isRunning.value = false;
    }
  };
  const removeOne = (image: DeckImage) =>
    run(async () => ((await remove(image)) ? strings.imageDeleted : strings.imageInUse));
  const removeUnused = () =>
    run(async () => {
      isAsking.value = false;
      let deleted = 0;
      for (const image of images.value ?? []) if (await remove(image)) deleted++;
      return strings.imagesDeleted(deleted);
    });
  const list = images.value;
  const bytes = (list ?? []).reduce((sum, image) => sum + image.bytes, 0);

  return (
    <DialogFrame title={strings.images} onClose={onClose}>
      <p>{strings.imagesHint}</p>
      <p role="status">{message.value}</p>
      {list?.length === 0 && <p class="meta">{strings.noImages}</p>}
      {list && list.length > 0 && (
        <>
          <p class="meta">
            {strings.imageCount(list.length)}, {formatByteSize(bytes, page.language)}
          </p>
          <ul class="image-list">
            {list.map((image, index) => (
              <li key={image.id}>
                <img src={`/media/${image.id}`} alt={strings.imageNumber(index + 1)} loading="lazy" decoding="async" />
                <span class="meta">{toStoredSize(image, page.language)}</span>
                {inUse.value.has(image.id) ? (
                  <span class="chip">{strings.inUse}</span>
                ) : (
                  mayEdit && (
                    <button
                      type="button"
                      class="quiet"
                      disabled={isRunning.value}
                      aria-label={strings.deleteImage(index + 1)}
                      onClick={() => removeOne(image)}
                    >
                      {strings.delete}
                    </button>
                  )
                )}
              </li>
            ))}
          </ul>
          {mayEdit && (
            <div class="dialog-acts">
              {isAsking.value ? (
                <>
                  <p>{strings.deleteUnusedConfirm}</p>
                  <button
                    type="button"
                    onClick={() => {
                      isAsking.value = false;
                    }}
                  >
                    {strings.cancel}
                  </button>
                  <button type="button" class="danger primary" onClick={removeUnused}>
                    {strings.deleteUnusedNow}
                  </button>
                </>
              ) : (
                <button
                  type="button"
                  class="danger"
                  disabled={isRunning.value}
                  onClick={() => {
                    isAsking.value = true;
                  }}
                >
                  {strings.deleteUnused}
                </button>
              )}
            </div>
          )}
        </>
      )}
    </DialogFrame>
  );
}
