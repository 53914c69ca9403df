import { readProblem } from '../../clients/typescript/src/lectern-problem.ts';

/**
 * Sends a request to the console's own endpoints with the browser session. Rejects with LecternProblem, or with
 * TypeError on a network error.
 */
export async function sendConsoleRequest<Body>(
  csrf: string,
  method: 'GET' | 'POST' | 'DELETE',
  address: string,
  body?: object,
): Promise<Body> {
  const response = await fetch(address, {
    method,
    headers: { 'x-csrf-token': csrf, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await readProblem(response);
  return (response.status === 204 ? undefined : await response.json()) as Body;
}
