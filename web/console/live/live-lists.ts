import { type ReadonlySignal, signal } from '@preact/signals';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { Session } from '../session/session.ts';

/** How often these are read while the page can be seen. */
const OUTPUTS_MS = 3_000;
const PEOPLE_MS = 10_000;

type DataOf<Path extends keyof paths> = Success<NonNullable<paths[Path]['get']>>;
export type LiveOutput = DataOf<'/v1/lives/{live_id}/outputs'>['data'][number];
type OperatorHere = DataOf<'/v1/lives/{live_id}/operators'>['data'][number];

/** What stands beside the state of a Live: it is read from time to time. Null until it is known. */
export interface LiveLists {
  readonly outputs: ReadonlySignal<readonly LiveOutput[] | null>;
  readonly operators: ReadonlySignal<readonly OperatorHere[] | null>;
  readonly viewers: ReadonlySignal<number | null>;
  /** Reads the outputs at once, after one was changed. */
  readOutputs(): Promise<void>;
  close(): void;
}

export function openLiveLists({ client }: Session, liveId: string): LiveLists {
  const outputs = signal<readonly LiveOutput[] | null>(null);
  const operators = signal<readonly OperatorHere[] | null>(null);
  const viewers = signal<number | null>(null);
  const params = { path: { live_id: liveId } };

  const readOutputs = async () => {
    outputs.value = (await client.GET('/v1/lives/{live_id}/outputs', { params })).data.data;
  };
  const readPeople = async () => {
    const [here, audience] = await Promise.all([
      client.GET('/v1/lives/{live_id}/operators', { params }),
      client.GET('/v1/lives/{live_id}/viewers', { params }),
    ]);
    operators.value = here.data.data;
    viewers.value = audience.data.viewers;
  };
  const ends = [repeat(readOutputs, OUTPUTS_MS), repeat(readPeople, PEOPLE_MS)];

  return {
    outputs,
    operators,
    viewers,
    readOutputs,
    close() {
      for (const end of ends) end();
    },
  };
}

/** Reads now, and again and again while the page can be seen. What fails is read again; the state of the connection says why. */
function repeat(read: () => Promise<void>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let ended = false;
  const turn = async () => {
    if (document.visibilityState === 'visible') await read().catch(() => {});
    if (!ended) timer = setTimeout(turn, everyMs);
  };
  void turn();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
