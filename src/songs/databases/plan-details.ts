/** Returns the name of a file without its ending, as the title of the plan that it has. */
export const toPlanTitle = (fileName: string): string => fileName.replace(/\.\w{1,9}$/, '').trim() || fileName;

/** Returns the date in the name of a file: "Service 2017-02-05pm.osz" is "2017-02-05". */
export function toPlanDate(fileName: string): string | null {
  const [date] = /(?<!\d)(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/.exec(fileName) ?? [];
  // Not every month has 31 days.
  return date !== undefined && new Date(date).toISOString().startsWith(date) ? date : null;
}

/** Returns the passage of a title with its edition: "John 2:1 (ASV)" is "John 2:1". */
export const toPlanPassage = (title: string): string => title.replace(/\s*\([^()]*\)\s*$/, '').trim() || title;
