/** Names of commands after `>` that have no key. */
export const commands = {
  /** Its first word, and then the message. */
  message: 'Message to the stage',
  noMessage: 'Remove the message from the stage',
  entry: (number: number, title: string) => `Show plan entry ${number}: ${title}`,
  translation: (slug: string, name: string) => `${slug} on or off: ${name}`,
  output: (name: string, does: string) => `Output ${name}: ${does}`,
  settings: 'Settings',
  live: { running: 'Start the room', stopped: 'Stop the room' },
};
