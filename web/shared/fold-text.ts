/** Folds case and accents, so that "fur" finds "Für". */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
