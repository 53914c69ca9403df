const ID_BYTES = 12;

/** Returns a random id. `crypto.randomUUID` is missing without HTTPS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
}
