/** A fake of the company's sign-in provider, which signs its person in without a question. */
export interface ProviderStandIn {
  issuer: string;
  person: { sub: string; email?: string; email_verified?: boolean; name?: string; sid?: string };
  fault: string | null;
  /** The settings that lead to it. */
  env: Record<string, string>;
  logoutToken(): Promise<string>;
  close(): Promise<void>;
}

/** Starts the stand-in of the server's tests. */
export async function startProvider(): Promise<ProviderStandIn> {
  const file = new URL('../../server/src/testing/identity-provider/stand-in.ts', import.meta.url).href;
  const { startProvider: start } = (await import(file)) as { startProvider: () => Promise<ProviderStandIn> };
  return start();
}
