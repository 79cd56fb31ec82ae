import type { AuditGroup } from '@cip/contracts/accounts/audit';
import type { Company, NotificationPreferences, updateSecurity, Visibility } from '@cip/contracts/accounts/company';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { Rules } from '@cip/contracts/rooms/rules';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';
import { callLinkFrom } from '../../shared/call-link.ts';
import { tidyRule } from '../../shared/rule-text.ts';
import { download } from '../../shared/api/download.ts';

/** The fields of a company's profile that the user changed. */
interface ProfileChanges extends Partial<Rules> {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  call_link?: string | undefined;
}

/** Changes these fields of the company's profile; resolves to the company. */
export async function saveProfile(company: Company, changes: ProfileChanges) {
  const { name = company.name, email = company.email, phone, call_link: link, rule, completion } = changes;
  const body = {
    // The server requires these two.
    name: name.trim(),
    email: email.trim(),
    ...(phone !== undefined && { phone: phone.trim() || null }),
    ...(link !== undefined && { call_link: callLinkFrom(link) }),
    ...(rule !== undefined && { rule: tidyRule(rule) }),
    ...(completion !== undefined && { completion }),
  };
  return (await call('PUT /company/profile', { body })).company;
}

/** Changes the caller's own password. Throws ApiError with 422 if the current one is wrong. */
export function savePassword(current: string, next: string) {
  const body = { current_password: current, new_password: next };
  return call('PUT /company/password', { body });
}

/** Changes the company's notification preferences; resolves to the company. */
export async function savePreferences(body: NotificationPreferences) {
  return (await call('PUT /company/notifications', { body })).company;
}

/** Changes whether everyone needs a second factor; resolves to the company. */
export async function saveSecurity(body: Body<typeof updateSecurity>) {
  return (await call('PUT /company/security', { body })).company;
}

/** Changes whom interviews are visible to; resolves to the company. */
export async function saveVisibility(interviews_visible_to: Visibility) {
  return (await call('PUT /company/visibility', { body: { interviews_visible_to } })).company;
}

/** Sends the verification mail again; resolves to the server's message. */
export async function sendVerificationMail() {
  return (await call('POST /user/verification-mail')).message;
}

/** Sends a test mail to the owner; resolves to its outcome. Throws ApiError with 503 and the reason if it fails. */
export async function sendTestMail() {
  return (await call('POST /company/test-mail')).message;
}

/** How long finished sessions are retained; with `days`, how many sessions that period would delete. */
export const retentionQuery = (days?: number) =>
  queryOptions({
    queryKey: ['retention', days ?? null],
    queryFn: () => call('GET /company/retention', days === undefined ? {} : { query: { days } }),
    staleTime: 0,
  });

/** The state of the operator's engine; asked anew on each visit. */
export const runEngineQuery = queryOptions({
  queryKey: ['run-engine'],
  queryFn: () => call('GET /company/run-engine'),
  staleTime: 0,
});

/** Changes how long finished sessions are retained; null retains them until they are deleted. */
export function saveRetention(days: number | null) {
  return call('PUT /company/retention', { body: { days } });
}

/** Downloads all the company's data as an archive. */
export const downloadCompany = () => download('GET /company/export');

/** Deletes the company with all its data. Throws ApiError with 422 if the password or the name is wrong. */
export function removeCompany(password: string, confirmation: string) {
  return call('DELETE /company', { body: { password, confirmation } });
}

/** One page of the audit log, newest first; of one group, or of all. */
export const auditQuery = (page: number, group: AuditGroup | 'all') =>
  queryOptions({
    queryKey: ['audit', page, group],
    queryFn: () => call('GET /audit-log', { query: group === 'all' ? { page } : { page, group } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
