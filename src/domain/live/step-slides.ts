import type { StepInput } from '../../contract/schemas/operating.ts';
import type { LiveState, SnapshotRecord } from '../../storage/storage.ts';
import { SHOWING } from './step.ts';
import type { Transition } from './transitions.ts';

/**
 * Moves on in the snapshot that is presented. Null where it has nowhere to go. Where the slide is blanked, so is the next one, unless it is to
 * be shown. [D56]
 */
export async function stepSlides(
  { record: { owner, slide } }: LiveState,
  { by, show = false }: StepInput,
  findSnapshot: (organizationId: string, id: string) => Promise<Pick<SnapshotRecord, 'slides'>>,
): Promise<Transition | null> {
  if (!slide) return null;
  const { slides } = await findSnapshot(owner.id, slide.snapshotId);
  const index = Math.min(Math.max(slide.index + by, 0), slides.length - 1);
  if (index === slide.index) return null;
  const next = { ...slide, slideId: slides[index]!.id, index, blank: slide.blank && !show };
  return { record: { slide: next, ...(show && SHOWING) }, queue: [], steps: true };
}
