export const plan = {
  title: 'Plan',
  none: 'No plan. A plan is an order of service that you prepare and show entry by entry. Shift+Enter adds what you typed.',
  create: 'New plan',
  others: 'Follow a plan',
  empty: 'The plan is empty. Type a reference and press Shift+Enter.',
  next: 'Next',
  named: (date: string) => `Service on ${date}`,
  added: (reference: string) => `${reference} was added to the plan.`,
  outline: 'Paste an outline',
  outlineHint:
    'A sermon or an order of service. The references and the titles of songs in it become entries of the plan.',
  noReferences: 'This text has no reference to an installed passage and no title of a song.',
  addOutline: 'Add to the plan',
  failed: 'The plan could not be changed. Try again.',
};
