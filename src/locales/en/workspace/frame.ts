export const frame = {
  startFailed: 'The page could not start.',
  tryAgain: 'Try again',
  /** Below the name of what does not exist. */
  missingHint: 'It may have been deleted, or it belongs to another organization.',
  saved: 'Saved',
  savedAt: (time: string) => `Saved ${time}`,
  saving: 'Saving…',
  /** Before the reason. */
  notSaved: 'Not saved:',
  missing: 'This was deleted, or you no longer have access. What you see is not saved; copy what you need.',
  overtaken: 'Someone else changed this while you were editing. Nothing is lost: Undo brings the other version back.',
  /** Announced after a move in a list. */
  movedTo: (name: string, at: number, total: number) => `${name}: ${at} of ${total}`,
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
};
