import { VIEWER_SILENCE_MAX_SECONDS } from '../../../src/contract/viewer.ts';
import { type HubPage, StreamHub } from './stream-hub.ts';

/** Events that a page has not taken. One that is frozen or has crashed takes none: it is let go, and comes back by itself. */
const UNTAKEN_MAX = 256;

/** Serves a page at the other end of `port`: its first message subscribes, every later one says that it took an event, or `close`. */
export function servePage(hubs: StreamHub[], port: MessagePort): void {
  let untaken = 0;
  let waitingSince = 0;
  let close = () => {};
  const subscribe = ({ liveId, lastEventId }: { liveId: string; lastEventId: string | null }) => {
    const page: HubPage = {
      liveId,
      lastEventId,
      tell: (event) => {
        if (untaken === 0) waitingSince = Date.now();
        const gone = untaken >= UNTAKEN_MAX || Date.now() - waitingSince > VIEWER_SILENCE_MAX_SECONDS * 1000;
        untaken++;
        port.postMessage(gone ? { type: 'error', data: '' } : event);
        return !gone;
      },
    };
    for (let index = hubs.length - 1; index >= 0; index--) if (hubs[index]!.isEmpty) hubs.splice(index, 1);
    const hub = hubs.find(({ hasRoom }) => hasRoom) ?? new StreamHub();
    if (!hubs.includes(hub)) hubs.push(hub);
    hub.add(page);
    // The page now knows that somebody is here.
    page.tell({ type: 'served', data: '' });
    close = () => hub.remove(page);
  };
  port.onmessage = ({ data }) => {
    if (data === 'taken') {
      untaken--;
      waitingSince = Date.now();
    } else if (data === 'close') {
      close();
      port.close();
    } else subscribe(data);
  };
  port.addEventListener('close', () => close());
}
