/** An audience's secret [D20]: 12 characters of Crockford's base32, shown 4-4-4, read without case and dashes. */
const SECRET_CHARACTERS = 12;

/** The secret in an address's fragment ("#7K3M-9PQR-ST4V"); null where there is none. */
export function parseSecretFragment(fragment: string): string | null {
  const secret = fragment
    .slice(1)
    .replace(/[-\s]|%20/g, '')
    .toUpperCase();
  // I, L and O are no letters of the alphabet but read as 1 and 0, which is the server's to decide.
  return secret.length === SECRET_CHARACTERS && /^[0-9A-TV-Z]*$/.test(secret) ? secret : null;
}

/** "7k3m9p" → "7K3M-9P". What is longer than a secret stays as it is: it was pasted with something else. */
export function groupSecret(typed: string): string {
  const characters = typed.replace(/[-\s]/g, '').toUpperCase();
  if (characters.length > SECRET_CHARACTERS) return typed;
  return characters.match(/.{1,4}/g)?.join('-') ?? '';
}
