export const frame = {
  startFailed: 'The page could not start.',
  tryAgain: 'Try again',
  saved: 'Saved',
  savedAt: (time: string) => `Saved ${time}`,
  saving: 'Saving…',
  /** Before the reason. */
  notSaved: 'Not saved:',
  missing: 'This was deleted, or you no longer have access. What you see is not saved; copy what you need.',
  overtaken: 'Someone else changed this while you were editing. Nothing is lost: Undo brings the other version back.',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
};
