/**
 * `checking`: the page slept, or has just begun, and nothing acts until the state is read. `lost`: the server does not answer
 * since that time (`Date.now()`).
 */
export type Connection =
  | { readonly state: 'current' }
  | { readonly state: 'checking' }
  | { readonly state: 'lost'; readonly since: number };
