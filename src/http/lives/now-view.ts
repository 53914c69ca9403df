import { type Static, Type } from 'typebox';
import { Enum } from '../../contract/schemas/shapes.ts';
import type { LiveSummaries } from '../../domain/live/reading/live-summaries.ts';
import type { LiveState } from '../../storage/storage.ts';

/** The query of writes that can respond with the state for a controller. [D74] */
export const NowViewQuery = Type.Object({
  view: Type.Optional(
    Enum(['now'], {
      description: 'Responds with the body of `GET /v1/lives/{live_id}/now` instead, with the same status and ETag.',
    }),
  ),
});

/** Returns the body in the requested view. */
export const bodyInView = (
  summaries: LiveSummaries,
  { view }: Static<typeof NowViewQuery>,
  state: LiveState,
  toBody: () => object,
): object | Promise<object> => (view === 'now' ? summaries.toSummary(state) : toBody());
