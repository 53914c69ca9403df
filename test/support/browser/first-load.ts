import type { BrowserContext } from 'playwright-core';
import { DESIGN_RESOURCE, workspacePath } from '../../../src/contract/workspace-page.ts';

/** Most bytes of the files that the first load of a page transfers, without the frames of its previews. */
export const FIRST_LOAD_MAX_BYTES = 150_000;
/** Most bytes of REST data of an owner with little. On a slow machine, a page asks again before it is quiet. */
export const DATA_MAX_BYTES = 30_000;
/** Most bytes of REST data of an owner with 500 decks, and of the largest plan and deck. */
export const FULL_DATA_MAX_BYTES = 103_000;
/** Most bytes that the frames of a page add: the fonts of the audience page are three quarters of them. */
export const FRAMES_MAX_BYTES = 235_000;

const QUIET_MS = 700;
const POLL_MS = 50;
const LOAD_MAX_MS = 15_000;

/** Bytes that the first load of a page transfers, with headers. */
export interface FirstLoad {
  /** Address at the end, which differs after a redirect. */
  readonly path: string;
  /** Documents, scripts, styles, fonts and images of the page itself. */
  readonly fileBytes: number;
  /** Responses of the REST API to the page itself. They depend on what the owner has. */
  readonly dataBytes: number;
  /** Documents and files that only frames of the page load: previews, and the picture of what is on air. */
  readonly frameBytes: number;
}

/** Pages of people who are not signed in. */
export const PUBLIC_PATHS = ['/', '/sign-in', '/sign-up', '/recover'] as const;

/** Pages of an administrator. */
export const PERSONAL_PATHS = [
  '/account',
  '/account/activity',
  '/account/apps',
  '/account/data',
  '/account/organizations',
  '/account/tokens',
  '/installation',
  '/installation/backups',
  '/installation/editions',
] as const;

/** Returns the pages of an organization with a Live, a plan and a deck. */
export const toOrganizationPaths = (
  organization: string,
  { live, plan, deck }: Readonly<Record<'live' | 'plan' | 'deck', string>>,
): readonly string[] => [
  `/console/${live}`,
  `/account/organizations/${organization}`,
  `/account/organizations/${organization}/tokens`,
  `/account/organizations/${organization}/usage`,
  workspacePath(organization, 'plans'),
  workspacePath(organization, 'plans', plan),
  workspacePath(organization, 'decks'),
  workspacePath(organization, 'decks', deck),
  workspacePath(organization, 'lives'),
  workspacePath(organization, 'lives', live),
  `${workspacePath(organization, 'lives', live)}?sheet`,
  workspacePath(organization, 'lives', DESIGN_RESOURCE),
  workspacePath(organization, 'library'),
];

interface Request {
  readonly url: string;
  readonly frame: string | undefined;
  bytes: number;
  isDone: boolean;
}

/** Streams and waiting polls do not end with the load. */
const WAITS = /[?&]wait=|\/stream\b/;

/**
 * Loads a page in a context with an empty cache, and closes the context when nothing has been loading for a moment.
 * Rejects if the page keeps loading.
 */
export async function measureFirstLoad(context: BrowserContext, origin: string, path: string): Promise<FirstLoad> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const requests = new Map<string, Request>();
  let changedAt = Date.now();
  const change = (id: string, fields: Partial<Request>) => {
    const request = requests.get(id);
    if (request) Object.assign(request, fields);
    changedAt = Date.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, frameId }) => {
    if (!requests.has(requestId)) requests.set(requestId, { url, frame: frameId, bytes: 0, isDone: false });
    changedAt = Date.now();
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    change(requestId, { bytes: encodedDataLength, isDone: true }),
  );
  session.on('Network.loadingFailed', ({ requestId }) => change(requestId, { isDone: true }));
  await session.send('Network.enable');
  await page.goto(origin + path);
  const unfinished = () =>
    [...requests.values()].filter(({ isDone, url }) => !isDone && !WAITS.test(url)).map(({ url }) => url);
  const isLoading = () => Date.now() - changedAt < QUIET_MS || unfinished().length > 0;
  const end = Date.now() + LOAD_MAX_MS;
  while (isLoading()) {
    if (Date.now() > end) throw new Error(`${path} keeps loading: ${unfinished().join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const main = (await session.send('Page.getFrameTree')).frameTree.frame.id;
  const kindOf = ({ frame, url }: Request): keyof typeof bytes => {
    if (frame !== undefined && frame !== main) return 'frameBytes';
    return new URL(url).pathname.startsWith('/v1/') ? 'dataBytes' : 'fileBytes';
  };
  const bytes = { fileBytes: 0, dataBytes: 0, frameBytes: 0 };
  for (const request of requests.values()) bytes[kindOf(request)] += request.bytes;
  const { pathname, search } = new URL(page.url());
  await context.close();
  return { path: pathname + search, ...bytes };
}
