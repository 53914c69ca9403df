import { LecternProblem } from '../../../clients/typescript/src/index.ts';

/** Returns the message for a failed request. */
export const describeProblem = (error: unknown, noResponse: string): string =>
  error instanceof LecternProblem ? (error.errors[0]?.message ?? error.detail ?? error.title) : noResponse;
