/** Returns a new operation id; if an operation with the same id repeats, the server ignores it. */
export function newOperationId(): string {
  return crypto.getRandomValues(new Uint8Array(16)).reduce((id, byte) => id + byte.toString(16).padStart(2, '0'), '');
}
