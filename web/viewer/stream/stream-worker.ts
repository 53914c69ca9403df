import { servePage } from './serve-page.ts';
import type { StreamHub } from './stream-hub.ts';

/** Streams for all pages of this origin in the browser. */
const hubs: StreamHub[] = [];

addEventListener('connect', (event) => servePage(hubs, (event as MessageEvent).ports[0]!));
