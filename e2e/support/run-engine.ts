/** A fake of the operator's engine. It executes nothing: its programs are named by their text. */
export interface EngineStandIn {
  url: string;
  /** The requests that it received. */
  received: { path: string }[];
  close(): Promise<void>;
}

/** Starts the stand-in of the server's tests, which speaks Piston's wire. */
export async function startEngine(): Promise<EngineStandIn> {
  const file = new URL('../../server/src/testing/run-engine/stand-in.ts', import.meta.url).href;
  const { startEngine: start } = (await import(file)) as { startEngine: () => Promise<EngineStandIn> };
  return start();
}
