import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EditionJob } from '../../../src/contract/edition-jobs.ts';
import type { AgentPage, BrowserAgent } from './browser-agent.ts';
import { sha256Of, toParts } from './edition-jobs.ts';

export const EDITIONS_PAGE = '/installation/editions';

/** The script of the page of editions, without a browser. */
export interface EditionAgent {
  /** Sends JSON, or with undefined no body. */
  send(method: string, path: string, body?: unknown): Promise<AgentPage>;
  /** Sends a part of an upload. */
  sendPart(job: string, part: number, content: Buffer, headers?: Record<string, string>): Promise<number>;
  listJobs(): Promise<EditionJob[]>;
  begin(name: string, size: number): Promise<EditionJob>;
  /** Sends the parts that the server lacks. */
  sendMissing(job: EditionJob, file: Buffer): Promise<void>;
  end(job: EditionJob, file: Buffer): Promise<void>;
  /** Waits until the job has one of the states. */
  waitFor(job: EditionJob, states: readonly EditionJob['state'][]): Promise<EditionJob>;
}

/** Opens the page of editions in a browser that is signed in as an administrator. */
export async function openEditionAgent(browser: BrowserAgent): Promise<EditionAgent> {
  const page = await browser.get(EDITIONS_PAGE);
  assert.equal(page.status, 200, page.text);
  const { csrf } = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(page.text)![1]!);
  const headers = { 'x-csrf-token': csrf };
  const agent: EditionAgent = {
    send: (method, path, body) =>
      body === undefined
        ? browser.call(method, `${EDITIONS_PAGE}${path}`, headers)
        : browser.postJson(`${EDITIONS_PAGE}${path}`, body, headers),
    async sendPart(job, part, content, more = {}) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(`${browser.origin}${EDITIONS_PAGE}/jobs/${job}/parts/${part}`, {
        method: 'POST',
        headers: { ...headers, cookie, origin: browser.origin, 'content-type': 'application/octet-stream', ...more },
        body: new Uint8Array(content),
      });
      await response.text();
      return response.status;
    },
    async listJobs() {
      const { status, text } = await agent.send('GET', '/jobs');
      assert.equal(status, 200, text);
      return JSON.parse(text).jobs;
    },
    async begin(name, size) {
      const { status, text } = await agent.send('POST', '/uploads', { name, size });
      assert.equal(status, 200, text);
      return JSON.parse(text);
    },
    async sendMissing({ id }, file) {
      const { received } = (await agent.listJobs()).find((job) => job.id === id)!;
      for (const [part, content] of toParts(file).entries()) {
        if (!received.includes(part)) assert.equal(await agent.sendPart(id, part, content), 200);
      }
    },
    async end({ id }, file) {
      const { status, text } = await agent.send('POST', `/jobs/${id}/end`, { sha256: sha256Of(file) });
      assert.equal(status, 200, text);
    },
    async waitFor({ id }, states) {
      const end = performance.now() + 50_000;
      for (;;) {
        const job = (await agent.listJobs()).find((each) => each.id === id)!;
        if (states.includes(job.state)) return job;
        assert.ok(performance.now() < end, `the job is still ${job.state}: ${job.refusal}`);
        await sleep(20);
      }
    },
  };
  return agent;
}
