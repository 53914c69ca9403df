import { Audience } from '../audience/audience.ts';
import { OutputReports } from '../audience/outputs/output-reports.ts';
import { ScreenVisits } from '../audience/pairing/screen-visits.ts';
import { ViewerCounts } from '../audience/viewer-counts.ts';
import { toViewerSlide } from '../audience/viewer-slide.ts';
import { type ToSlide, ViewerStates } from '../audience/viewer-state.ts';
import { OutputPasses } from '../domain/outputs/output-passes.ts';
import { Pairing } from '../domain/pairing/pairing.ts';
import type { Foundation } from './foundation.ts';

/** Builds the streams of the audience, what they show, and the counts of viewers. */
export async function createAudience({ config, installation, secrets, metrics, log }: Foundation) {
  const { storage, editions, lives, outputs, snapshots } = installation;
  const toSlide: ToSlide = (slide) => toViewerSlide(editions, snapshots.requireShown(slide), slide);
  const viewerStates = new ViewerStates(editions, toSlide, storage.epoch);
  const audience = new Audience(lives, viewerStates, metrics, { seats: config.seats });
  const viewerCounts = new ViewerCounts(audience, storage.viewers, log);
  await viewerCounts.forgetEnded();
  const outputReports = new OutputReports(storage.outputs, log);
  const outputPasses = new OutputPasses(secrets.key);
  const pairing = new Pairing(storage, secrets.key, installation.clock);
  const screenVisits = new ScreenVisits(pairing, outputs, outputPasses);
  return { pairing, screenVisits, audience, viewerStates, viewerCounts, outputReports };
}
