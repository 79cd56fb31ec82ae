let restoring: Promise<void> = Promise.resolve();

/** Registers the work that restores the signed-in account's data on this device. */
export function setRestoring(work: Promise<void>): void {
  restoring = work;
}

/** Resolves once the signed-in account's data is restored for its features. */
export function whenRestored(): Promise<void> {
  return restoring;
}
