import { LecternProblem } from '../../clients/typescript/src/index.ts';

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** Returns whether a failed request may succeed later: the server did not respond, asked to wait, or failed itself. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof LecternProblem) || error.status === TOO_MANY_REQUESTS || error.status >= SERVER_ERROR;
