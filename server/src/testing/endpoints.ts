import type { Access } from '@cip/contracts/endpoint';
import type { TObject } from 'typebox';
import type { AnyEndpoint } from './call.ts';
import { contractExports } from './contracts.ts';

/** A call of the REST interface, whichever. */
export interface ListedEndpoint extends AnyEndpoint {
  config: { access: Access };
  schema: AnyEndpoint['schema'] & { params?: TObject; body?: TObject; querystring?: TObject };
}

/** Every call of the REST interface. */
export const endpoints: ListedEndpoint[] = contractExports.map(({ value }) => value).filter(isEndpoint);

/** An endpoint's name in tables and failures. */
export function endpointName({ method, url }: ListedEndpoint): string {
  return `${method} ${url}`;
}

function isEndpoint(value: unknown): value is ListedEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'config' in value;
}
