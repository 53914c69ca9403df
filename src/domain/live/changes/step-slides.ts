import type { StepInput } from '../../../contract/schemas/operating.ts';
import type { LiveState, SnapshotRecord } from '../../../storage/storage.ts';
import { toShownPlace } from './countdown.ts';
import { SHOWING } from './step.ts';
import type { Transition } from './transitions.ts';

/**
 * Steps through the slides of the presented snapshot. Returns null at its end. A blanked slide stays blanked after the
 * step unless `show` is set. [D56]
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
  const { seconds: _, ...rest } = slide;
  const next = { ...rest, ...toShownPlace(slides, index), blank: slide.blank && !show };
  return { record: { slide: next, ...(show && SHOWING) }, queue: [], steps: true };
}
