/** Parses a number in a path. Returns 0, which no book or chapter has, for anything else. */
export const parsePathNumber = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);
