import { type ReadonlySignal, signal } from '@preact/signals';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import { openDueOutputs } from '../../outputs/due-outputs.ts';
import type { LiveOutput } from '../../outputs/live-output.ts';
import type { DueOutput } from '../../outputs/output-state.ts';
import { pollWhileVisible } from '../../session/poll-while-visible.ts';
import type { LiveControl } from './live-control.ts';

/** Polling intervals while the page is visible. */
const OUTPUTS_MS = 3_000;
const OPERATORS_MS = 10_000;

type ConnectedOperator = Success<paths['/v1/lives/{live_id}/operators']['get']>['data'][number];

/** Lists beside the state of a Live, refreshed by polling. Null until loaded. */
export interface LiveLists {
  readonly outputs: ReadonlySignal<readonly LiveOutput[] | null>;
  /** The state that the outputs should show by now. */
  readonly due: ReadonlySignal<DueOutput>;
  readonly operators: ReadonlySignal<readonly ConnectedOperator[] | null>;
  readonly viewers: ReadonlySignal<number | null>;
  /** Reloads the outputs immediately, after one has changed. */
  readOutputs(): Promise<void>;
  close(): void;
}

export function openLiveLists({ session: { client }, liveId, now }: LiveControl): LiveLists {
  const outputs = signal<readonly LiveOutput[] | null>(null);
  const operators = signal<readonly ConnectedOperator[] | null>(null);
  const viewers = signal<number | null>(null);
  const { due, close: closeDue } = openDueOutputs(now);
  const params = { path: { live_id: liveId } };

  const readOutputs = async () => {
    outputs.value = (await client.GET('/v1/lives/{live_id}/outputs', { params })).data.data;
  };
  const readOperators = async () => {
    const [present, audience] = await Promise.all([
      client.GET('/v1/lives/{live_id}/operators', { params }),
      client.GET('/v1/lives/{live_id}/viewers', { params }),
    ]);
    operators.value = present.data.data;
    viewers.value = audience.data.viewers;
  };
  const stops = [closeDue, pollWhileVisible(readOutputs, OUTPUTS_MS), pollWhileVisible(readOperators, OPERATORS_MS)];

  return {
    outputs,
    due,
    operators,
    viewers,
    readOutputs,
    close() {
      for (const stop of stops) stop();
    },
  };
}
