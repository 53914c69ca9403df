import { toBaseName } from '../sources/base-name.ts';

/** Returns the name of a file without its ending, as the title of the plan that it has. */
export const toPlanTitle = (fileName: string): string => toBaseName(fileName).trim() || fileName;

/** Returns the passage of a title with its edition: "John 2:1 (ASV)" is "John 2:1". */
export const toPlanPassage = (title: string): string => title.replace(/\s*\([^()]*\)\s*$/, '').trim() || title;
