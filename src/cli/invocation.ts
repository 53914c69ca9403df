/** How a person calls the command, for hints at the next step. */
export const INVOCATION = 'npm run --silent lectern --';
