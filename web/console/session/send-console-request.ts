import { readProblem } from '../../../clients/typescript/src/lectern-problem.ts';

/** Sends to the console's own addresses, by the session of the browser. Rejects with LecternProblem, or TypeError without an answer. */
export async function sendConsoleRequest<Answer>(
  csrf: string,
  method: 'GET' | 'POST' | 'DELETE',
  address: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: { 'x-csrf-token': csrf, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await readProblem(response);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}
