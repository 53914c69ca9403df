/** Folds case, accents and ß, so that "grosser" finds "Größer" and "Großer". */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
