import type { Slide } from '../../../../src/contract/schemas/presentation.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { ACCEPTED_IMAGES, toStoredSize } from '../../../ui/image-files.ts';
import { replaceSlide } from '../document/deck-document.ts';
import { useEditor } from '../document/editor-context.ts';
import { useDecks } from '../document/use-decks.ts';

/** Renders the image of a slide with its stored size, and the place to drop another. */
export function ImageField({ slide }: { readonly slide: Slide }) {
  const { editor, images, upload } = useEditor();
  const { page, strings } = useDecks();
  const { image: id } = slide;
  const image = id ? images.value.get(id) : undefined;
  const remove = () => editor.edit((before) => replaceSlide(before, slide.id, (one) => ({ ...one, image: null })));
  return (
    <div class="image-field" data-empty={id === null || undefined}>
      {id && <img src={`/media/${id}`} alt="" width={image?.width} height={image?.height} />}
      {image && <p class="meta">{toStoredSize(image, page.language)}</p>}
      {editor.mayEdit && (
        <>
          {!id && <p>{strings.dropImage}</p>}
          <div class="row">
            <FileButton
              label={id ? strings.replaceImage : strings.chooseImage}
              accept={ACCEPTED_IMAGES}
              multiple
              onFiles={(files) => upload(files, slide.id)}
            />
            {id && (
              <button type="button" class="quiet" onClick={remove}>
                {strings.removeImage}
              </button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
