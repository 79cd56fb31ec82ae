import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import type { Tables } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { seesAll } from '../accounts/users/users.service.ts';
import { hasInterviewer } from './interviewers.repository.ts';

/** The interviews that a caller can reach: all of a company, or only those of one of its users. */
export interface Scope {
  companyId: string;
  /** The user whose interviews these are; undefined for all. Required, so that no caller forgets it. */
  onlyFor: string | undefined;
}

/** Returns the interviews that an account sees. */
export function scopeOf({ companyId, userId, seesAll: isUnlimited }: Principal): Scope {
  return { companyId, onlyFor: isUnlimited ? undefined : userId };
}

/** Returns all interviews of a company: for the product itself, and if the caller's right was checked before. */
export const wholeCompany = (companyId: string): Scope => ({ companyId, onlyFor: undefined });

// Each of them has an index, so that Postgres joins four short lists instead of reading the company's interviews.
const isOneOfPeople = (user: string | RawBuilder<string>) => sql<boolean>`(
  ${hasInterviewer(user)} or interviews.planned_by = ${user} or interviews.started_by = ${user}
)`;

/** Returns the condition that a row of `interviews` is in scope. */
export function inScope({ companyId, onlyFor }: Scope) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'interviews'>) =>
    and([eb('interviews.company_id', '=', companyId), ...(onlyFor === undefined ? [] : [isOneOfPeople(onlyFor)])]);
}

/** A condition: a row of `users` sees a row of `interviews` of the same company. */
export const isVisible = sql<boolean>`(${seesAll} or coalesce(${isOneOfPeople(sql.ref('users.id'))}, false))`;
