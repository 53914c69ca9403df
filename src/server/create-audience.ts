import { Audience, becameRestricted, lostAccess } from '../audience/audience.ts';
import { isOpenToAll, LiveFeed } from '../audience/live-feed.ts';
import { OutputReports } from '../audience/outputs/output-reports.ts';
import { OutputStreams } from '../audience/outputs/output-streams.ts';
import { ScreenResolver } from '../audience/pairing/screen-resolver.ts';
import { Earlier } from '../audience/phones/earlier.ts';
import { PhoneTexts } from '../audience/phones/phone-texts.ts';
import { PictureRights } from '../audience/picture/picture-rights.ts';
import { PictureStreams } from '../audience/picture/picture-streams.ts';
import type { RoomMetrics } from '../audience/room.ts';
import { ViewerCounts } from '../audience/viewer-counts.ts';
import type { ViewerFeed } from '../audience/viewer-feed.ts';
import { toViewerSlide } from '../audience/viewer-slide.ts';
import { type LoadedContent, type StateExtent, type StateRecipient, ViewerStates } from '../audience/viewer-state.ts';
import { sharedOrigin } from '../config/network-origin.ts';
import { toAudienceLinks } from '../contract/audience-links.ts';
import { withLicence } from '../contract/deck-attribution.ts';
import { PICTURES_PER_LIVE_MAX } from '../contract/limits.ts';
import { KeyCookies } from '../domain/key-cookies.ts';
import { Pairing } from '../domain/pairing/pairing.ts';
import type { Foundation } from './foundation.ts';

/** Metric for pictures in the console, which count neither as viewers nor as outputs. */
const UNCOUNTED = { inc() {}, dec() {} };

/** Creates the streams of the audience, outputs and pictures, their states, and the viewer counts. */
export async function createAudience({ config, installation, secrets, metrics, log }: Foundation) {
  const { storage, editions, lives, snapshots, stageEntries, phoneOrders, phoneEditions, outputs, sessions, clock } =
    installation;
  const { seats } = config;
  const loaded: LoadedContent = {
    shown: (shown, ccliLicence) => {
      const { slide, attribution: footer, sung, language } = snapshots.requireShown(shown);
      const attribution = sung ? withLicence(footer, ccliLicence) : footer;
      return toViewerSlide(editions, slide, { ...shown, attribution, sung, language });
    },
    next: (shown) => {
      const { next, sung, language } = snapshots.requireShown(shown);
      return (
        next && toViewerSlide(editions, next, { blank: false, ends: shown.ends, attribution: null, sung, language })
      );
    },
    chords: (shown) => (shown.blank ? [] : (snapshots.requireShown(shown).slide.chords ?? [])),
    isSong: (shown) => snapshots.requireShown(shown).sung,
    stageEntry: (state) => stageEntries.find(state),
    link: (liveId) => {
      const origin = sharedOrigin(config);
      return origin && toAudienceLinks(origin, liveId).reader;
    },
    orderTag: (state) => phoneOrders.findTag(state),
  };
  const toStates = (recipient: StateRecipient, extent: StateExtent) =>
    new ViewerStates(editions, loaded, storage.epoch, recipient, extent);
  const toFeeds = (extent: StateExtent) => ({
    output: new LiveFeed(lives, toStates('output', extent)),
    stage: new LiveFeed(lives, toStates('stage', extent)),
  });
  const feed = new LiveFeed(lives, toStates('audience', 'queue'), isOpenToAll);
  const outputFeeds = toFeeds('queue');
  const pictureFeeds = toFeeds('pages');

  const audience = new Audience(feed, metrics, { seats, isClosedTo: lostAccess });
  const viewerCounts = new ViewerCounts(audience, storage.viewers, log);
  await viewerCounts.deleteStale();

  // Outputs do not count as viewers, and need no audience secret. [D60]
  const { outputConnections: viewers, resynchronizations } = metrics;
  const toRooms = (feeds: typeof outputFeeds, counted: RoomMetrics, places: number) => {
    const open = (of: ViewerFeed) =>
      new Audience(of, { ...counted, observeLives() {} }, { seats: places, isClosedTo: becameRestricted });
    return { output: open(feeds.output), stage: open(feeds.stage) };
  };
  const rooms = toRooms(outputFeeds, { viewers, resynchronizations }, seats);
  const outputStreams = new OutputStreams(rooms, outputs, storage.outputs, log);
  await outputStreams.deleteStale();
  const outputReports = new OutputReports(storage.outputs, log);

  const pictureRights = new PictureRights(sessions, storage.organizations);
  const pictureRooms = toRooms(pictureFeeds, { viewers: UNCOUNTED, resynchronizations }, PICTURES_PER_LIVE_MAX);
  const pictureStreams = new PictureStreams(pictureRooms, pictureRights, log);

  const outputPasses = new KeyCookies(secrets.key('output passes'));
  const pairing = new Pairing(storage, secrets.key, installation.clock);
  const screenResolver = new ScreenResolver(pairing, outputs, outputPasses);

  return {
    audience,
    feed,
    earlier: new Earlier(storage, editions, snapshots, clock),
    texts: new PhoneTexts(storage, editions, phoneEditions),
    outputFeeds,
    viewerCounts,
    outputStreams,
    outputReports,
    outputPasses,
    pairing,
    screenResolver,
    pictures: { feeds: pictureFeeds, rights: pictureRights, streams: pictureStreams },
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
