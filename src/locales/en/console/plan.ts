export const plan = {
  title: 'Plan',
  none: 'No plan. A plan is an order of service that you prepare and show entry by entry. Shift+Enter adds what you typed.',
  create: 'New plan',
  others: 'Follow a plan',
  empty: 'The plan is empty. Type a reference and press Shift+Enter.',
  next: 'Next',
  interrupted: 'Interrupted. Back returns to it.',
  named: (date: string) => `Service on ${date}`,
  added: (reference: string) => `${reference} was added to the plan.`,
  outline: 'Paste an outline',
  outlineHint:
    'A sermon or an order of service. Its references, titles of songs and short lines become entries of the plan.',
  noReferences: 'This text has no reference to an installed passage, no title of a song and no short line.',
  addOutline: 'Add to the plan',
  leftOut: 'These parts are not in your translations, or running text. They are not added:',
  addOthers: 'Add the rest',
  failed: 'The plan could not be changed. Try again.',
};
