import { Audience } from '../audience/audience.ts';
import { OutputReports } from '../audience/outputs/output-reports.ts';
import { ViewerCounts } from '../audience/viewer-counts.ts';
import { toViewerSlide } from '../audience/viewer-slide.ts';
import { type ToSlide, ViewerStates } from '../audience/viewer-state.ts';
import type { Foundation } from './foundation.ts';

/** Builds the streams of the audience, what they show, and the counts of viewers. */
export async function createAudience({ config, installation, metrics, log }: Foundation) {
  const { storage, editions, lives, snapshots } = installation;
  const toSlide: ToSlide = (slide) => toViewerSlide(editions, snapshots.requireShown(slide), slide);
  const viewerStates = new ViewerStates(editions, toSlide, storage.epoch);
  const audience = new Audience(lives, viewerStates, metrics, { seats: config.seats });
  const viewerCounts = new ViewerCounts(audience, storage.viewers, log);
  await viewerCounts.forgetEnded();
  const outputReports = new OutputReports(storage.outputs, log);
  return { audience, viewerStates, viewerCounts, outputReports };
}
