import { join } from 'node:path';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { build } from 'vite';
import type { PreviewOverrides, PreviewProblem } from '../../../src/contract/preview.ts';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import type { ViewerView } from '../../../src/contract/viewer-views.ts';
import { eventuallyEquals } from './audience-pages.ts';
import type { BrowserAudience } from './browser-audience.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ENTRY = 'preview-page';
/** A page as editors are: it shows `PreviewFrame` with the given properties, and keeps what the frame reports. */
const SCRIPT = `
  import { h, render } from 'preact';
  import { PreviewFrame } from '/web/preview/preview-frame.tsx';
  window.reports = [];
  const onDrawn = (problem) => window.reports.push(problem);
  window.show = (props) => render(h(PreviewFrame, { ...props, onDrawn }), document.querySelector('#editor'));
`;

let built: Promise<{ script: string; style: string }> | null = null;

async function bundle() {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [
      {
        name: 'preview page',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : null),
        load: (id) => (id === `\0${ENTRY}` ? SCRIPT : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: ENTRY } },
  });
  if (!('output' in result)) throw new Error('The build has no output.');
  const script = result.output.find((file) => file.type === 'chunk')!.code;
  const style = result.output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  return { script, style: style?.type === 'asset' ? String(style.source) : '' };
}

interface Draft {
  view: ViewerView;
  state: ViewerState | null;
  overrides?: PreviewOverrides;
}

export interface PreviewPage {
  readonly page: Page;
  /** The document of the preview. */
  frame(): Frame;
  /** Draws a draft, and waits for its report. Returns the problem. */
  draw(draft: Draft): Promise<PreviewProblem | null>;
  /** Sets the properties of `PreviewFrame`, without waiting. */
  show(draft: Draft): Promise<void>;
  /** Returns what the frame has reported, oldest first. */
  reports(): Promise<(PreviewProblem | null)[]>;
  /** Errors and warnings of the page and the frame. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** Opens a page of the scripted audience's origin with `PreviewFrame` in a box of `width` px. */
export async function openPreviewPage(
  { browser, audience }: BrowserAudience,
  { width = 480, html = '', ...options }: BrowserContextOptions & { width?: number; html?: string } = {},
): Promise<PreviewPage> {
  built ??= bundle();
  const { script, style } = await built;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const body = `<!doctype html><html lang="en"><title>Editor</title><style>:root { color-scheme: light dark } body { margin: 0 } #editor { inline-size: ${width}px }${style}</style>
    <main><h1>Editor</h1><div id="editor"></div></main>${html}<script type="module">${script}</script></html>`;
  await page.route('**/editor', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${audience.url}/editor`);
  const reports = () => page.evaluate<(PreviewProblem | null)[]>('reports');
  const show = (draft: Draft) =>
    page.evaluate<void>(`show(${JSON.stringify({ title: `Preview of ${draft.view}`, ...draft })})`);
  return {
    page,
    complaints,
    frame: () => page.frames().find((frame) => frame.url().includes('/console/preview'))!,
    show,
    reports,
    async draw(draft) {
      const { length } = await reports();
      await show(draft);
      await eventuallyEquals(true, async () => (await reports()).length > length, 'the preview has drawn');
      return (await reports()).at(-1)!;
    },
    close: () => context.close(),
  };
}
