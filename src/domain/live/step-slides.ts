import type { StepInput } from '../../contract/schemas/operating.ts';
import type { LiveState } from '../../storage/storage.ts';
import type { Snapshots } from '../presentation/snapshots.ts';
import { SHOWN } from './step.ts';
import type { Transition } from './transitions.ts';

/**
 * Moves on in the snapshot that is presented. Null where it has nowhere to go. Where the slide is blanked, so is the next one, unless it is to
 * be shown. [D56]
 */
export async function stepSlides(
  { record: { owner, slide } }: LiveState,
  { by, show = false }: StepInput,
  snapshots: Snapshots,
): Promise<Transition | null> {
  if (!slide) return null;
  const { snapshotId } = slide;
  const { slides } = await snapshots.require(owner.id, snapshotId);
  const index = Math.min(Math.max(slide.index + by, 0), slides.length - 1);
  if (index === slide.index) return null;
  const next = await snapshots.select(owner.id, { snapshotId, index, blank: slide.blank && !show });
  return { record: { slide: next, ...(show && SHOWN) }, queue: [], steps: true };
}
