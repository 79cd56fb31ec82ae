/** The plan whose button led to the registration; of this tab. */
const KEY = 'chosen_plan';

/** Stores the plan that a visitor chose before registering; nothing if there is no storage. */
export function rememberChosenPlan(planId: string): void {
  try {
    sessionStorage.setItem(KEY, planId);
  } catch {
    // The plans are shown without it.
  }
}

/** Returns the plan that the visitor of this tab chose, or null. */
export function chosenPlan(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
