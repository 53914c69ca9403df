import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { zipSync } from 'fflate';
import type { Import } from '../../src/contract/schemas/imports.ts';
import { parseSong } from '../../src/songs/parse-song.ts';
import { startMeasuredServer } from '../lectern.ts';
import { type Extent, type ResultRow, toRow } from '../results.ts';

const SONGS = 1_000;
const VERSES = 5;
const IMPORT_MAX_SECONDS = 60;
const MEMORY_MAX_MEBIBYTES = 400;
const POLL_MS = 50;

const WORDS = 'grace amazing sweet sound mercy river mountain morning light shepherd still water glory'.split(' ');

/** Returns a song in plain text. No two have the same words. */
function writeSong(number: number): string {
  const word = (at: number) => WORDS[(number * 7 + at * 5) % WORDS.length]!;
  const line = (at: number) => `${word(at)} ${word(at + 1)} ${word(at + 2)} of song ${number} line ${at}`;
  const verse = (at: number) => [`Verse ${at + 1}`, ...[0, 1, 2, 3].map((each) => line(at * 4 + each))].join('\n');
  return [`Song number ${number}`, ...Array.from({ length: VERSES }, (_, at) => verse(at))].join('\n\n');
}

/** Measures an import of 1,000 songs in one archive. The baseline reads the same songs one by one in one process. */
export async function measureImports({ rounds }: Extent): Promise<ResultRow[]> {
  const files = Array.from({ length: SONGS }, (_, at) => ({
    name: `song-${at}.txt`,
    bytes: Buffer.from(writeSong(at)),
  }));
  const archive = zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), { level: 0 });
  const seconds: number[] = [];
  const baseline: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let organizationId = '';
    await using lectern = await startMeasuredServer({
      prepare: async (_, id) => {
        organizationId = id;
      },
    });
    const request = async (path: string, init?: RequestInit): Promise<Import> => {
      const response = await fetch(`${lectern.url}/v1/organizations/${organizationId}/imports${path}`, {
        ...init,
        headers: { ...lectern.authorization, 'Content-Type': 'application/octet-stream' },
      });
      if (!response.ok) throw new Error(`import: ${response.status} ${await response.text()}`);
      return (await response.json()) as Import;
    };
    const startedAt = performance.now();
    let state = await request('?file_name=songs.zip', { method: 'POST', body: archive });
    let most = 0;
    while (state.state === 'running') {
      await delay(POLL_MS);
      most = Math.max(most, readMemoryOfAll(lectern.pid));
      state = await request(`/${state.id}`);
    }
    seconds.push((performance.now() - startedAt) / 1_000);
    memory.push(most / 1_024);
    if (state.counts.created !== SONGS) throw new Error(`import: ${JSON.stringify(state.counts)}`);
    const readingAt = performance.now();
    for (const { name, bytes } of files) await parseSong(bytes, name);
    baseline.push((performance.now() - readingAt) / 1_000);
  }
  return [
    toRow(`import of ${SONGS} songs in one archive (baseline: reading them)`, {
      ours: seconds,
      baseline,
      unit: 's',
      most: IMPORT_MAX_SECONDS,
    }),
    toRow('memory of the server and of the process that reads, meanwhile', {
      ours: memory,
      unit: 'MiB',
      most: MEMORY_MAX_MEBIBYTES,
    }),
  ];
}

/** Returns the resident memory of a process and its children, in KiB. */
function readMemoryOfAll(pid: number): number {
  try {
    const own = Number(/VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0);
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean),
    );
    return children.reduce((sum, child) => sum + readMemoryOfAll(Number(child)), own);
  } catch {
    // The process or a thread has ended meanwhile.
    return 0;
  }
}
