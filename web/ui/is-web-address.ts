/** Returns whether an address can be a link. The text of others, such as that of a script, is only shown. */
export const isWebAddress = (text: string | undefined): text is string => /^https?:\/\//.test(text ?? '');
