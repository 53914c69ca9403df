/** Returns the value of the lang attribute of a text. An empty value declares an unknown language. [D71] */
export const langOf = (text: { readonly language_tag: string | null } | undefined): string => text?.language_tag ?? '';
