/** Returns milliseconds of processor time of this thread, which a busy machine does not stretch. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
