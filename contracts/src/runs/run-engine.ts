import { Type } from 'typebox';
import { Closed, Nullable, Text } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { OfferedLanguage } from '../rooms/documents.ts';

/** Longest version of an engine's language, in characters; longer ones are cut. */
export const ENGINE_VERSION_MAX = 80;

/** The operator's server for languages that browsers cannot run. */
export const EngineState = Closed({
  /** True if it answered in the last 5 s. */
  answers: Type.Boolean(),
  /** The languages that it offers here, or that it offered when it last answered. */
  languages: Type.Array(Closed({ id: OfferedLanguage, version: Text(ENGINE_VERSION_MAX) }), { maxItems: 100 }),
});
export type EngineState = Type.Static<typeof EngineState>;

/** Asks the operator's engine whether it answers and which languages it has; null if there is none. */
export const readRunEngine = endpoint({
  method: 'GET',
  url: '/company/run-engine',
  access: 'owner',
  tag: 'Company',
  summary: 'See whether the engine for Java, Go and others answers',
  reply: Closed({ engine: Nullable(EngineState) }),
});
