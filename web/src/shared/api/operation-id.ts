/** A new operation id: repeating an operation under the same one changes nothing on the server. */
export function newOperationId(): string {
  return crypto.getRandomValues(new Uint8Array(16)).reduce((id, byte) => id + byte.toString(16).padStart(2, '0'), '');
}
