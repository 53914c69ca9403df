/** The number that a part of a path is; 0, which no book or chapter has, for what is none. */
export const parsePathNumber = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);
