interface DatedPlan {
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}

/** Formats a date in local time as YYYY-MM-DD. */
export const toIsoDate = (date: Date): string => date.toLocaleDateString('sv');

/**
 * Sorts plans for preparing and running: those of today and later, the next one first, then those without a date; the
 * past ones, the latest first. Plans of the same day stay in their order.
 */
export function sortPlans<Plan extends DatedPlan>(plans: readonly Plan[], today: string) {
  const dated = plans.filter(({ date }) => date !== null);
  return {
    coming: [
      ...dated.filter(({ date }) => date! >= today).sort(byDate),
      ...plans.filter(({ date }) => date === null).reverse(),
    ],
    past: dated.filter(({ date }) => date! < today).sort((one, other) => -byDate(one, other)),
  };
}

const byDate = (one: DatedPlan, other: DatedPlan): number => one.date!.localeCompare(other.date!);
