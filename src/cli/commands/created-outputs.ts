import type { OutputOfLive } from '../../storage/storage.ts';

/** Outputs whose maker a command has ended, as it answers them; absent where there are none. [D60] */
export const toCreatedOutputs = (outputs: readonly OutputOfLive[]) => ({
  ...(outputs.length > 0 && {
    outputs: outputs.map(({ id, name, liveId, liveName }) => ({ id, name, live_id: liveId, live_name: liveName })),
  }),
});

/** The same for people, in lines after those of the command. */
export const formatCreatedOutputs = ({ outputs = [] }: ReturnType<typeof toCreatedOutputs>): string =>
  [
    ...(outputs.length > 0
      ? ['', 'These outputs go on. Whoever made them may still know their addresses: give each a new one.']
      : []),
    ...outputs.map(({ id, name, live_id, live_name }) => `  ${name} (${id}) of ${live_name} (${live_id})`),
  ].join('\n');
