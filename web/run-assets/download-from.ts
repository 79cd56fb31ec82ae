/**
 * Returns a function that fetches a file of packages below an address. Redirects are followed, because the SHA-256 of
 * the list decides. Rejects with the address and the reason if the file does not arrive as a whole.
 */
export function downloadFrom(address: string): (file: string) => Promise<Buffer> {
  return async (file) => {
    const { href } = new URL(encodeURIComponent(file), address.replace(/\/*$/, '/'));
    try {
      const response = await fetch(href);
      if (!response.ok) throw new Error(`the answer is ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      throw new Error(`${href} could not be fetched: ${reason}. Nothing was changed.`, { cause: error });
    }
  };
}
