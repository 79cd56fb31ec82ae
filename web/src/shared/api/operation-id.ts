/** Returns a new operation id; the server ignores a repeated operation with the same id. */
export function newOperationId(): string {
  return crypto.getRandomValues(new Uint8Array(16)).reduce((id, byte) => id + byte.toString(16).padStart(2, '0'), '');
}
