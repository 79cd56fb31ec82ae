import { Type } from 'typebox';
import { Closed, Done, Id, IdParams, LineNotBlank, Moment, Nullable, OneOf } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_SUCH_KEY } from '../protocol/not-found.ts';

/** Most API keys of a company, expired ones that were not revoked included. */
export const API_KEYS_MAX = 20;
/** How long a key is valid (days). */
export const API_KEY_DAYS = { min: 1, max: 365 };
/** Longest name of a key, in code points. */
export const API_KEY_NAME_MAX = 50;

/** The rights of a key: `read` only reads, `write` also plans, starts, changes, ends and deletes sessions. */
export const API_KEY_SCOPES = ['read', 'write'] as const;
const Scope = OneOf(API_KEY_SCOPES);
export type ApiKeyScope = Type.Static<typeof Scope>;

/** A key with which a program makes the documented calls. Its secret is shown once. */
export const ApiKey = Closed({
  id: Id,
  name: LineNotBlank(API_KEY_NAME_MAX),
  scope: Scope,
  /** The last characters of the secret, so that its owner recognizes it. */
  hint: Type.String({ pattern: '^[A-Za-z0-9_-]{4}$', maxLength: 4 }),
  created_at: Moment,
  expires_at: Moment,
  /** When it was last used, exact to the minute; null before its first use. */
  last_used_at: Nullable(Moment),
});
export type ApiKey = Type.Static<typeof ApiKey>;

/** The secret of a key, 256 random bits. The prefix lets scanners find it in published code. */
const Secret = Type.String({ pattern: '^cip_[A-Za-z0-9_-]{43}$', maxLength: 47 });

export const createApiKey = endpoint({
  method: 'POST',
  url: '/api-keys',
  access: 'owner',
  tag: 'Integrations',
  summary: 'Create an API key; its secret is only in this reply',
  body: Closed({
    name: LineNotBlank(API_KEY_NAME_MAX),
    scope: Scope,
    days: Type.Integer({ minimum: API_KEY_DAYS.min, maximum: API_KEY_DAYS.max }),
  }),
  reply: Closed({ key: ApiKey, secret: Secret }),
  status: 201,
});

export const listApiKeys = endpoint({
  method: 'GET',
  url: '/api-keys',
  access: 'owner',
  tag: 'Integrations',
  summary: 'List the API keys that were not revoked, expired ones included',
  reply: Closed({ keys: Type.Array(ApiKey, { maxItems: API_KEYS_MAX }) }),
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  url: '/api-keys/:id',
  access: 'owner',
  tag: 'Integrations',
  summary: 'Revoke an API key; it stops working immediately',
  params: IdParams,
  reply: Done,
  notFound: NO_SUCH_KEY,
});
