/** Command that runs the command line from the Lectern folder, for hints in messages. */
export const INVOCATION = 'npm run --silent lectern --';
