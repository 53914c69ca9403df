/** Returns the name of a file without its ending, composed: names of files on a Mac are decomposed. */
export const toBaseName = (fileName: string): string => fileName.replace(/\.\w{1,9}$/, '').normalize('NFC');
