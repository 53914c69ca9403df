import { BODY_MAX_BYTES } from '../../src/contract/limits.ts';

/** Returns whether a plan or deck is too long for a POST. Only a PUT can be longer. [D1] */
export const exceedsPost = (body: object): boolean => new Blob([JSON.stringify(body)]).size > BODY_MAX_BYTES;
