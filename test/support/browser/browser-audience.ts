import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { IMAGES } from '../requests/viewer-samples.ts';
import { type ScriptedAudience, startScriptedAudience } from '../scripted/scripted-audience.ts';
import { closePages, shareChromium } from './shared-chromium.ts';

export interface BrowserAudience {
  readonly browser: Browser;
  readonly audience: ScriptedAudience;
}

/**
 * Provides a browser and a scripted audience with the sample images. They exist before the tests of the calling suite
 * and are closed after them.
 */
export function useBrowserAudience(state: ViewerState): BrowserAudience {
  let browser: Browser;
  let audience: ScriptedAudience;
  before(async () => {
    [browser, audience] = await Promise.all([shareChromium(), startScriptedAudience(state)]);
    for (const [path, file] of IMAGES) audience.files.set(path, file);
  });
  after(async () => {
    await closePages();
    await audience?.close();
  });
  return {
    get browser() {
      return browser;
    },
    get audience() {
      return audience;
    },
  };
}
