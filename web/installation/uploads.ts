import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Signal, signal } from '@preact/signals';
import { LecternProblem } from '../../clients/typescript/src/index.ts';
import { readProblem } from '../../clients/typescript/src/lectern-problem.ts';
import { EDITIONS_PATH, type EditionJob } from '../../src/contract/edition-jobs.ts';
import { EDITION_PART_BYTES } from '../../src/contract/limits.ts';
import { isTemporary } from '../session/is-temporary.ts';
import { sendConsoleRequest } from '../session/send-console-request.ts';
import { findKeptFile, forgetFile, forgetOtherFiles, keepFile } from './kept-files.ts';

/** Pauses between attempts to send a part. The last one repeats. */
const RETRY_MS = [1_000, 2_000, 5_000, 10_000];
/** Time over which the rate is measured. */
const RATE_WINDOW_MS = 5_000;

/** Progress of an upload in this page. */
export interface Upload {
  readonly sent: number;
  /** Bytes per second; null until it is known. */
  readonly rate: number | null;
  readonly status: 'running' | 'paused' | 'retrying' | 'missing';
  /** Why the last request failed, while the status is `retrying`. */
  readonly failure?: unknown;
}

interface Services {
  readonly csrf: string;
  /** Called with a problem that ends the upload. */
  onProblem(error: unknown): void;
  /** Called after an upload is complete, or could not be completed. */
  onEnd(): void;
}

/**
 * Uploads files in parts. The files are kept in the browser's database, so that uploads go on after a reload where they
 * stopped.
 */
export class Uploads {
  readonly #services: Services;
  readonly #states = new Map<string, Signal<Upload>>();
  readonly #running = new Map<string, AbortController>();
  readonly #files = new Map<string, Blob>();
  /** Whether the browser could not keep the last file. */
  readonly notKept = signal(false);

  constructor(services: Services) {
    this.#services = services;
  }

  /** Returns the progress of an upload. */
  stateOf({ id, size, received }: EditionJob): Signal<Upload> {
    let state = this.#states.get(id);
    if (!state) {
      const sent = Math.min(size, received.length * EDITION_PART_BYTES);
      state = signal<Upload>({ sent, rate: null, status: 'missing' });
      this.#states.set(id, state);
    }
    return state;
  }

  /** Goes on with the uploads whose files this browser has, unless they are paused. */
  async resumeAll(jobs: readonly EditionJob[]): Promise<void> {
    const uploading = jobs.filter(({ state }) => state === 'uploading');
    await forgetOtherFiles(new Set(uploading.map(({ id }) => id)));
    for (const job of uploading) {
      if (this.#running.has(job.id)) continue;
      const kept = await findKeptFile(job.id);
      if (!kept) continue;
      this.#files.set(job.id, kept.file);
      if (kept.paused) this.#set(job, { status: 'paused' });
      else void this.#run(job, kept.file);
    }
  }

  /** Begins the upload of a file, or goes on with one. */
  async start(job: EditionJob, file: Blob): Promise<void> {
    this.#files.set(job.id, file);
    this.notKept.value = await keepFile(job.id, { file, paused: false }).then(
      () => false,
      () => true,
    );
    void this.#run(job, file);
  }

  /** Pauses an upload. The status changes once the browser keeps it, so that a reload does not go on. */
  async pause(job: EditionJob): Promise<void> {
    this.#stop(job.id);
    const file = this.#files.get(job.id);
    if (file) await keepFile(job.id, { file, paused: true }).catch(() => undefined);
    this.#set(job, { status: 'paused', rate: null });
  }

  resume(job: EditionJob): void {
    const file = this.#files.get(job.id);
    if (file) void this.start(job, file);
  }

  /** Stops an upload for good. */
  async forget({ id }: EditionJob): Promise<void> {
    this.#stop(id);
    this.#files.delete(id);
    await forgetFile(id);
  }

  /** Aborts an upload. It can begin again at once, even while its last request still waits for a response. */
  #stop(id: string): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
  }

  #set(job: EditionJob, change: Partial<Upload>): void {
    const state = this.stateOf(job);
    state.value = { ...state.value, ...change };
  }

  async #run(job: EditionJob, file: Blob): Promise<void> {
    if (this.#running.has(job.id)) return;
    const abort = new AbortController();
    this.#running.set(job.id, abort);
    this.#set(job, { status: 'running' });
    try {
      await this.#sendAll(job, file, abort.signal);
      await this.forget(job);
      this.#services.onEnd();
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#running.delete(job.id);
      // Another tab has completed the upload.
      if (error instanceof LecternProblem && error.status === 412) {
        await this.forget(job);
        return this.#services.onEnd();
      }
      this.#set(job, { status: 'paused', rate: null });
      this.#services.onProblem(error);
      this.#services.onEnd();
    }
  }

  async #sendAll(job: EditionJob, file: Blob, signal: AbortSignal): Promise<void> {
    const path = `${EDITIONS_PATH}/jobs/${job.id}`;
    const current = await this.#retrying(job, signal, () => this.#findJob(job.id));
    const received = new Set(current?.received);
    // The digest is computed here, because browsers offer theirs over HTTPS only.
    const hash = sha256.create();
    const rate = openRate();
    let sent = 0;
    for (let start = 0, part = 0; start < file.size; start += EDITION_PART_BYTES, part++) {
      const bytes = new Uint8Array(await file.slice(start, start + EDITION_PART_BYTES).arrayBuffer());
      hash.update(bytes);
      if (!received.has(part)) {
        await this.#retrying(job, signal, () => this.#sendPart(`${path}/parts/${part}`, bytes, signal));
        rate.add(bytes.length);
      }
      signal.throwIfAborted();
      sent += bytes.length;
      this.#set(job, { sent, rate: rate.read(), status: 'running' });
    }
    const digest = bytesToHex(hash.digest());
    await this.#retrying(job, signal, () =>
      sendConsoleRequest(this.#services.csrf, 'POST', `${path}/end`, { sha256: digest }),
    );
  }

  async #findJob(id: string): Promise<EditionJob | undefined> {
    const { csrf } = this.#services;
    const { jobs } = await sendConsoleRequest<{ jobs: EditionJob[] }>(csrf, 'GET', `${EDITIONS_PATH}/jobs`);
    return jobs.find((job) => job.id === id);
  }

  async #sendPart(address: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    const headers = { 'x-csrf-token': this.#services.csrf, 'content-type': 'application/octet-stream' };
    const response = await fetch(address, { method: 'POST', headers, body, signal });
    if (!response.ok) throw await readProblem(response);
  }

  /** Repeats a request while the server does not respond, or asks to wait. */
  async #retrying<Result>(job: EditionJob, signal: AbortSignal, request: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await request();
      } catch (error) {
        signal.throwIfAborted();
        if (!isTemporary(error)) throw error;
        this.#set(job, { status: 'retrying', rate: null, failure: error });
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
        signal.throwIfAborted();
      }
    }
  }
}

/** Measures bytes per second of the last moments. */
function openRate() {
  const samples: { at: number; bytes: number }[] = [{ at: performance.now(), bytes: 0 }];
  return {
    add(bytes: number) {
      const at = performance.now();
      samples.push({ at, bytes });
      while (samples.length > 2 && samples[0]!.at < at - RATE_WINDOW_MS) samples.shift();
    },
    read(): number | null {
      const seconds = (performance.now() - samples[0]!.at) / 1000;
      const bytes = samples.slice(1).reduce((sum, sample) => sum + sample.bytes, 0);
      return bytes === 0 || seconds === 0 ? null : bytes / seconds;
    },
  };
}
