import * as audit from '@cip/contracts/audit';
import * as auth from '@cip/contracts/auth';
import * as billing from '@cip/contracts/billing';
import * as company from '@cip/contracts/company';
import * as documents from '@cip/contracts/documents';
import type { Access } from '@cip/contracts/endpoint';
import * as interviewers from '@cip/contracts/interviewers';
import * as interviews from '@cip/contracts/interviews';
import type { TObject } from 'typebox';
import type { AnyEndpoint } from './call.ts';

/** A call of the REST interface, whichever. */
export interface ListedEndpoint extends AnyEndpoint {
  config: { access: Access };
  schema: AnyEndpoint['schema'] & { body?: TObject; querystring?: TObject };
}

const MODULES: Record<string, unknown>[] = [audit, auth, billing, company, documents, interviewers, interviews];

/** Every call of the REST interface. */
export const endpoints: ListedEndpoint[] = MODULES.flatMap((module) => Object.values(module)).filter(isEndpoint);

function isEndpoint(value: unknown): value is ListedEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'config' in value;
}
