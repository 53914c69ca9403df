import { RemoteStates } from '../audience/remote/remote-states.ts';
import { RemoteStreams } from '../audience/remote/remote-streams.ts';
import { KeyCookies } from '../domain/key-cookies.ts';
import type { LiveSummaries } from '../domain/live/reading/live-summaries.ts';
import { RemoteControl } from '../domain/remote-links/remote-control.ts';
import type { Foundation } from './foundation.ts';

/** Creates the dependencies of the remote-link pages. [D68] */
export function createRemote({ config, installation, secrets, metrics, log }: Foundation, summaries: LiveSummaries) {
  const { storage, lives, outputs, remoteLinks: links, editions, snapshots, operators, authenticator } = installation;
  const states = new RemoteStates(summaries);
  const streams = new RemoteStreams({ storage, lives, outputs, links, states, operators, log });
  authenticator.onChange(() => streams.recheck());
  metrics.observeRemotes(() => streams.connected);
  const control = new RemoteControl({ lives, links, editions, snapshots, queueItems: config.queueItems });
  return { links, control, states, streams, passes: new KeyCookies(secrets.key('remote passes')) };
}
