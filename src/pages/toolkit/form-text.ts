/** Returns the value of a form field or query parameter; '' if it is missing or repeated. */
export function readFormText(from: unknown, name: string): string {
  const value = (from as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
