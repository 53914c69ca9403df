/** Reads values of JSON that may be anything. What is not of the expected kind is as if it were absent. */

/** Returns the value of an object's own property, so that "__proto__" and "constructor" are names like others. */
export const getField = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the values of an object or of a list. */
export const toValues = (value: unknown): readonly unknown[] =>
  isRecord(value) ? Object.values(value) : toList(value);

/** Returns a text or a number as text, without space around it. */
export const toTextValue = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

export const getText = (value: unknown, name: string): string => toTextValue(getField(value, name));

export const getList = (value: unknown, name: string): readonly unknown[] => toList(getField(value, name));
