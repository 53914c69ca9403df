/**
 * State of the connection. `checking`: the page slept or has just started, and no action is sent until the state is
 * read. `lost`: the server has not responded since that time (`Date.now()`).
 */
export type Connection =
  | { readonly state: 'current' }
  | { readonly state: 'checking' }
  | { readonly state: 'lost'; readonly since: number };
