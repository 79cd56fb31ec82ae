let restoring: Promise<void> = Promise.resolve();

/** Notes that what this device holds of the signed-in account is being put back. */
export function setRestoring(work: Promise<void>): void {
  restoring = work;
}

/** Resolves once what this device holds of the signed-in account is where its features look for it. */
export function whenRestored(): Promise<void> {
  return restoring;
}
