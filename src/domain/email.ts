const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,190}$/u;

/** Normalizes an e-mail address: composed (NFC), trimmed, lower case. */
export const normalizeEmail = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** Parses an e-mail address. Returns null for an invalid one. */
export function parseEmail(text: string): string | null {
  const email = normalizeEmail(text);
  return EMAIL.test(email) ? email : null;
}
