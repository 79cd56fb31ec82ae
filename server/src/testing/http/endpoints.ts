import type { Access, KeyAccess } from '@cip/contracts/protocol/endpoint';
import type { TObject } from 'typebox';
import type { AnyEndpoint } from './call.ts';
import { contractExports } from './contracts.ts';

/** Any endpoint of the contract. */
export interface ListedEndpoint extends AnyEndpoint {
  config: { access: Access; keys?: KeyAccess };
  schema: AnyEndpoint['schema'] & { params?: TObject; body?: TObject; querystring?: TObject };
}

/** All endpoints of the contract. */
export const endpoints: ListedEndpoint[] = contractExports.map(({ value }) => value).filter(isEndpoint);

/** Returns an endpoint's name for tables and messages. */
export function endpointName({ method, url }: ListedEndpoint): string {
  return `${method} ${url}`;
}

function isEndpoint(value: unknown): value is ListedEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'config' in value;
}
