import { VIEWER_SILENCE_MAX_SECONDS } from '../../../src/contract/viewer.ts';
import { type HubPage, StreamHub } from './stream-hub.ts';

/**
 * Maximum number of unacknowledged events. A frozen or crashed page acknowledges none; it is dropped and reconnects by
 * itself.
 */
const UNACKNOWLEDGED_MAX = 256;

/**
 * Serves the page at the other end of `port`. Its first message subscribes; each later one acknowledges an event or is
 * `close`.
 */
export function servePage(hubs: StreamHub[], port: MessagePort): void {
  let unacknowledged = 0;
  let waitingSince = 0;
  let close = () => {};
  const subscribe = ({ liveId, lastEventId }: { liveId: string; lastEventId: string | null }) => {
    const page: HubPage = {
      liveId,
      lastEventId,
      send: (event) => {
        if (unacknowledged === 0) waitingSince = Date.now();
        const gone =
          unacknowledged >= UNACKNOWLEDGED_MAX || Date.now() - waitingSince > VIEWER_SILENCE_MAX_SECONDS * 1000;
        unacknowledged++;
        port.postMessage(gone ? { type: 'error', data: '' } : event);
        return !gone;
      },
    };
    for (let index = hubs.length - 1; index >= 0; index--) if (hubs[index]!.isEmpty) hubs.splice(index, 1);
    const hub = hubs.find(({ hasRoom }) => hasRoom) ?? new StreamHub();
    if (!hubs.includes(hub)) hubs.push(hub);
    hub.add(page);
    // Confirms to the page that the worker is running.
    page.send({ type: 'served', data: '' });
    close = () => hub.remove(page);
  };
  port.onmessage = ({ data }) => {
    if (data === 'taken') {
      unacknowledged--;
      waitingSince = Date.now();
    } else if (data === 'close') {
      close();
      port.close();
    } else subscribe(data);
  };
  port.addEventListener('close', () => close());
}
