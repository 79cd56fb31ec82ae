/** Whether the same request may succeed later, by the code of its error: its sender keeps it, and repeats it. */
export function mayPass({ code }: { code: string }): boolean {
  return code === 'too_many_requests' || code === 'unavailable' || code === 'internal';
}
