import { BODY_MAX_BYTES } from '../../src/contract/limits.ts';

interface Requests<Created> {
  /** Creates it with all its content. */
  post(): Promise<Created>;
  postEmpty(): Promise<Created>;
  /** Adds the content to an empty one. */
  put(empty: Created): Promise<Created>;
  delete(empty: Created): Promise<void>;
}

/**
 * Creates a plan or deck with the content of `body`. A PUT adds what is too long for a POST, because it can be longer.
 * If it fails, the empty plan or deck is deleted. [D1]
 */
export async function createAnyLength<Created>(body: object, requests: Requests<Created>): Promise<Created> {
  if (new Blob([JSON.stringify(body)]).size <= BODY_MAX_BYTES) return requests.post();
  const empty = await requests.postEmpty();
  try {
    return await requests.put(empty);
  } catch (error) {
    await requests.delete(empty);
    throw error;
  }
}
