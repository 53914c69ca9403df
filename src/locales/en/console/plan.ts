export const plan = {
  title: 'Plan',
  none: 'No plan. A plan is an order of service: you prepare it, and show it entry by entry. Shift+Enter adds what is typed.',
  create: 'New plan',
  others: 'Follow a plan',
  empty: 'The plan is empty. Type a reference and press Shift+Enter.',
  next: 'Next',
  named: (date: string) => `Service on ${date}`,
  added: (reference: string) => `${reference} is in the plan.`,
  failed: 'The plan could not be changed. Try again.',
};
