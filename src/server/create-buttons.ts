import { ButtonControl } from '../domain/button-links/button-control.ts';
import { ButtonReads } from '../domain/button-links/button-reads.ts';
import type { LiveSummaries } from '../domain/live/reading/live-summaries.ts';
import { RecentPassagesReader } from '../domain/lookup/recent-passages.ts';
import type { Foundation } from './foundation.ts';

/** Creates the dependencies of button links. [D74] */
export function createButtons({ config, installation }: Foundation, summaries: LiveSummaries) {
  const { storage, lives, buttonLinks: links, editions, plans, decks, snapshots, turns, authenticator } = installation;
  const { queueItems } = config;
  const recent = new RecentPassagesReader(storage.lives);
  const parts = { storage, lives, links, editions, plans, decks, snapshots, turns, recent, queueItems };
  const reads = new ButtonReads({ lives, links, summaries });
  authenticator.onChange(() => void reads.recheck());
  return {
    links,
    reads,
    summaries,
    plans,
    control: new ButtonControl({ ...parts, maxItems: queueItems }),
    recordUse: (linkId: string) => installation.linkUses.record(linkId, installation.clock()),
  };
}
