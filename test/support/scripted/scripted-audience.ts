import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

import { PREVIEW_POLICY, VIEWER_POLICY } from '../../../src/audience/policies.ts';
import { viewerPage } from '../../../src/audience/viewer-page.ts';
import { PREVIEW_PATH } from '../../../src/contract/preview.ts';
import { parseViewerAddress, type ViewerChange, type ViewerState } from '../../../src/contract/viewer.ts';
import { toLanguage } from '../../../src/locales/languages.ts';
import { readPageAssets, WEB_DIRECTORY } from '../../../src/pages/toolkit/assets.ts';
import { EAST_ASIAN_FONTS, eastAsianFont } from '../../../src/pages/toolkit/east-asian-fonts.ts';

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };

/** The audience's page with its real files and policy, over a stream that a test writes itself. */
export interface ScriptedAudience {
  readonly url: string;
  /** The state that pages receive when they join. */
  state: ViewerState;
  /** The state becomes another one for all pages, as a whole. */
  become(more: Partial<ViewerState>): void;
  /** Sends a change to all pages, and nothing to those that join later. */
  sendChange(change: ViewerChange): void;
  /** Gives one Live a state of its own; it then receives no other. Null: it has that of the others again. */
  separate(liveId: string, own: ViewerState | null): void;
  /** Ends all streams, as a server does that stops. */
  cut(): void;
  /** Responses of other addresses, such as images: path → what to send. */
  readonly files: Map<string, { type: string; body: string; status?: number }>;
  /** Parts of the page that are not to be had (any more): the end of a file's name before its hash. */
  readonly missing: Set<string>;
  close(): Promise<void>;
}

/**
 * `directory` has the built browser code. Every path `/l/{anything}` is the page, and `/console/preview` the preview of
 * a draft.
 */
export async function startScriptedAudience(
  state: ViewerState,
  directory: string = WEB_DIRECTORY,
): Promise<ScriptedAudience> {
  const assets = readPageAssets(directory, 'web/viewer/main.tsx');
  /** Open streams, with the Live of each. */
  const streams = new Map<ServerResponse, string>();
  const separated = new Map<string, ViewerState>();
  const audience = { state, files: new Map(), missing: new Set<string>() } as unknown as ScriptedAudience & {
    url: string;
  };
  const say = (stream: ServerResponse, name: string, data: unknown) =>
    stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

  const streamsOf = (has: (liveId: string) => boolean) =>
    [...streams].filter(([, liveId]) => has(liveId)).map(([stream]) => stream);

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const file = audience.files.get(pathname);
    if (file) {
      return response
        .writeHead(file.status ?? 200, { 'content-type': file.type, 'content-security-policy': PAGE_POLICY })
        .end(file.body);
    }
    const name = /^\/assets\/([\w.-]+)$/.exec(pathname)?.[1];
    if (name) {
      if ([...audience.missing].some((part) => name.startsWith(`${part}-`))) return response.writeHead(404).end();
      response.setHeader('content-type', TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream');
      // As the server does, so that a page that is opened again loads its files from the cache.
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      return response.end(readFileSync(join(directory, 'assets', name)));
    }
    const font = EAST_ASIAN_FONTS.map(eastAsianFont).find(({ prefix }) => pathname.startsWith(prefix));
    if (font) {
      response.setHeader('content-type', 'font/woff2');
      return response.end(readFileSync(join(font.files, basename(pathname))));
    }
    if (pathname.endsWith('/stream')) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      const liveId = pathname.split('/')[2] ?? '';
      streams.set(response, liveId);
      response.on('close', () => streams.delete(response));
      return say(response, 'state', separated.get(liveId) ?? audience.state);
    }
    const address = parseViewerAddress(searchParams);
    const { settings, house } = audience.state;
    const language = toLanguage(searchParams.get('lang')) ?? 'en';
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    if (pathname === PREVIEW_PATH) {
      response.writeHead(200, { ...headers, 'content-security-policy': PREVIEW_POLICY });
      return response.end(viewerPage({ liveId: null, address, language, assets }));
    }
    response.writeHead(200, { ...headers, 'content-security-policy': VIEWER_POLICY });
    const liveId = pathname.split('/')[2] ?? '';
    response.end(viewerPage({ liveId, address, language, assets, settings, design: house.design }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  audience.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  audience.become = (more) => {
    audience.state = { ...audience.state, version: `${audience.state.version}+`, ...more };
    for (const stream of streamsOf((liveId) => !separated.has(liveId))) say(stream, 'state', audience.state);
  };
  audience.sendChange = (change) => {
    for (const stream of streamsOf((liveId) => !separated.has(liveId))) say(stream, 'change', change);
  };
  audience.separate = (liveId, own) => {
    if (own) separated.set(liveId, own);
    else separated.delete(liveId);
    for (const stream of streamsOf((id) => id === liveId)) say(stream, 'state', own ?? audience.state);
  };
  audience.cut = () => {
    for (const stream of streams.keys()) stream.end();
  };
  audience.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return audience;
}

const PAGE_POLICY = VIEWER_POLICY.replace("form-action 'none'", "form-action 'self'");
