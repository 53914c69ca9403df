import { Audience, becameRestricted, lostAccess } from '../audience/audience.ts';
import { OutputReports } from '../audience/outputs/output-reports.ts';
import { OutputStreams } from '../audience/outputs/output-streams.ts';
import { ScreenResolver } from '../audience/pairing/screen-resolver.ts';
import { PictureRights } from '../audience/picture/picture-rights.ts';
import { PictureStreams } from '../audience/picture/picture-streams.ts';
import { ViewerCounts } from '../audience/viewer-counts.ts';
import { toViewerSlide } from '../audience/viewer-slide.ts';
import { type LoadedContent, type StateExtent, type StateRecipient, ViewerStates } from '../audience/viewer-state.ts';
import { PICTURES_PER_LIVE_MAX } from '../contract/limits.ts';
import { KeyCookies } from '../domain/key-cookies.ts';
import { Pairing } from '../domain/pairing/pairing.ts';
import type { Foundation } from './foundation.ts';

/** Metric for pictures in the console, which count neither as viewers nor as outputs. */
const UNCOUNTED = { inc() {}, dec() {} };

/** Creates the streams of the audience, outputs and pictures, their states, and the viewer counts. */
export async function createAudience({ config, installation, secrets, metrics, log }: Foundation) {
  const { storage, editions, lives, snapshots, entryNotes, outputs, sessions } = installation;
  const { seats } = config;
  const loaded: LoadedContent = {
    shown: (shown) => {
      const { slide, attribution } = snapshots.requireShown(shown);
      return toViewerSlide(editions, slide, { ...shown, attribution });
    },
    next: (shown) => {
      const { next } = snapshots.requireShown(shown);
      return next && toViewerSlide(editions, next, { blank: false, attribution: null });
    },
    entryNote: (state) => entryNotes.find(state),
  };
  const toStates = (reader: StateRecipient, extent: StateExtent = 'queue') =>
    new ViewerStates(editions, loaded, storage.epoch, reader, extent);
  const states = { audience: toStates('audience'), output: toStates('output'), stage: toStates('stage') };

  const audience = new Audience(lives, states.audience, metrics, { seats, isClosedTo: lostAccess });
  const viewerCounts = new ViewerCounts(audience, storage.viewers, log);
  await viewerCounts.deleteStale();

  // Outputs do not count as viewers, and need no audience secret. [D60]
  const { outputConnections: viewers, resynchronizations } = metrics;
  const openRooms = (of: ViewerStates) =>
    new Audience(
      lives,
      of,
      { viewers, resynchronizations, observeLives() {} },
      { seats, isClosedTo: becameRestricted },
    );
  const rooms = { output: openRooms(states.output), stage: openRooms(states.stage) };
  const outputStreams = new OutputStreams(rooms, outputs, storage.outputs, log);
  await outputStreams.deleteStale();
  const outputReports = new OutputReports(storage.outputs, log);

  const pictureStates = { output: toStates('output', 'pages'), stage: toStates('stage', 'pages') };
  const pictureRights = new PictureRights(sessions, storage.organizations);
  const pictureRoom = (of: ViewerStates) =>
    new Audience(
      lives,
      of,
      { viewers: UNCOUNTED, resynchronizations, observeLives() {} },
      { seats: PICTURES_PER_LIVE_MAX, isClosedTo: becameRestricted },
    );
  const pictureRooms = { output: pictureRoom(pictureStates.output), stage: pictureRoom(pictureStates.stage) };
  const pictureStreams = new PictureStreams(pictureRooms, pictureRights, log);

  const outputPasses = new KeyCookies(secrets.key('output passes'));
  const pairing = new Pairing(storage, secrets.key, installation.clock);
  const screenResolver = new ScreenResolver(pairing, outputs, outputPasses);

  return {
    audience,
    states,
    viewerCounts,
    outputStreams,
    outputReports,
    outputPasses,
    pairing,
    screenResolver,
    pictures: { states: pictureStates, rights: pictureRights, streams: pictureStreams },
    /** Ends all streams. Browsers reconnect to the next process. */
    end: () => {
      for (const one of [audience, rooms.output, rooms.stage, pictureStreams]) one.close();
    },
    /** Reports to the cluster that this node has no viewers and outputs any more. */
    close: async () => {
      await Promise.all([viewerCounts.close(), outputStreams.close(), outputReports.close()]);
    },
  };
}
