/** Length of an audience secret [D20]: Crockford's base32, displayed as 4-4-4 and read without case and dashes. */
const SECRET_CHARACTERS = 12;

/** Returns the secret in an address fragment ("#7K3M-9PQR-ST4V"), or null. */
export function parseSecretFragment(fragment: string): string | null {
  const secret = fragment
    .slice(1)
    .replace(/[-\s]|%20/g, '')
    .toUpperCase();
  // I, L and O are not in the alphabet; the server reads them as 1 and 0.
  return secret.length === SECRET_CHARACTERS && /^[0-9A-TV-Z]*$/.test(secret) ? secret : null;
}

/** Formats "7k3m9p" as "7K3M-9P". Returns longer text unchanged, because it was pasted together with something else. */
export function groupSecret(typed: string): string {
  const characters = typed.replace(/[-\s]/g, '').toUpperCase();
  if (characters.length > SECRET_CHARACTERS) return typed;
  return characters.match(/.{1,4}/g)?.join('-') ?? '';
}
