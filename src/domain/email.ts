const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,190}$/u;

/** What was typed, as addresses are kept: composed (NFC), trimmed, in lower case. */
export const normalizeEmail = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** An address as it is kept and looked up. Null for what is none. */
export function parseEmail(text: string): string | null {
  const email = normalizeEmail(text);
  return EMAIL.test(email) ? email : null;
}
