import type { OutputOfLive } from '../../storage/storage.ts';

/** Returns the outputs whose creator was removed or revoked, as JSON fields. Empty if none exist. [D60] */
export const toCreatedOutputs = (outputs: readonly OutputOfLive[]) => ({
  ...(outputs.length > 0 && {
    outputs: outputs.map(({ id, name, liveId, liveName }) => ({ id, name, live_id: liveId, live_name: liveName })),
  }),
});

/** Formats these outputs as lines that follow the command's own text. */
export const formatCreatedOutputs = ({ outputs = [] }: ReturnType<typeof toCreatedOutputs>): string =>
  [
    ...(outputs.length > 0
      ? ['', 'These outputs remain active. Their creator may still know the addresses: give each output a new one.']
      : []),
    ...outputs.map(({ id, name, live_id, live_name }) => `  ${name} (${id}) in ${live_name} (${live_id})`),
  ].join('\n');
