import { servePage } from './serve-page.ts';
import type { StreamHub } from './stream-hub.ts';

/** Shared by all pages of this origin in the browser: holds their streams. */
const hubs: StreamHub[] = [];

addEventListener('connect', (event) => servePage(hubs, (event as MessageEvent).ports[0]!));
