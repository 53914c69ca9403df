/**
 * Formats "Psalms 23:1" as printed, "Psalm 23:1". References to several psalms keep the plural: "Psalms 23–24", "Psalms
 * 1:6–2:2".
 */
export const singularPsalm = (reference: string): string =>
  reference.replace(/^(Psalm|Salmo)(s|en)(?=\s\d+([:,]\d+([-–]\d+)?)?$)/, '$1');
