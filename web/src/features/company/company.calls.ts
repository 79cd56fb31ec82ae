import type { AuditGroup, listAudit } from '@cip/contracts/audit';
import type {
  changePassword,
  deleteCompany,
  NotificationPreferences,
  updateCompanyProfile,
  updateNotificationPreferences,
  updateSecurity,
} from '@cip/contracts/company';
import type { sendVerification } from '@cip/contracts/auth-recovery';
import type { Body } from '@cip/contracts/endpoint';
import type { changeRetention, getRetention } from '@cip/contracts/retention';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, download } from '../../shared/api/api-client.ts';

/** Changes the company's name, e-mail and phone; returns the company. */
export async function saveProfile({ name, email, phone }: { name: string; email: string; phone: string }) {
  const body = { name: name.trim(), email: email.trim(), phone: phone.trim() || null };
  return (await call<typeof updateCompanyProfile>('PUT', '/company/profile', { body })).company;
}

/** Changes the caller's own password. A wrong current one is an ApiError with status 422. */
export function savePassword(current: string, next: string) {
  const body = { current_password: current, new_password: next };
  return call<typeof changePassword>('PUT', '/company/password', { body });
}

/** Changes what the company is told of; returns the company. */
export async function savePreferences(body: NotificationPreferences) {
  return (await call<typeof updateNotificationPreferences>('PUT', '/company/notifications', { body })).company;
}

/** Requires the second step of everyone, or not; returns the company. */
export async function saveSecurity(body: Body<typeof updateSecurity>) {
  return (await call<typeof updateSecurity>('PUT', '/company/security', { body })).company;
}

/** Sends the mail that confirms the e-mail again; resolves to what the server says of it. */
export async function sendVerificationMail() {
  return (await call<typeof sendVerification>('POST', '/user/verification-mail')).message;
}

/** How long finished sessions are kept; with `days`, how many that would remove. */
export const retentionQuery = (days?: number) =>
  queryOptions({
    queryKey: ['retention', days ?? null],
    queryFn: () =>
      call<typeof getRetention>('GET', '/company/retention', days === undefined ? {} : { query: { days } }),
    staleTime: 0,
  });

/** Changes how long finished sessions are kept; null keeps them until they are deleted. */
export function saveRetention(days: number | null) {
  return call<typeof changeRetention>('PUT', '/company/retention', { body: { days } });
}

/** Everything held about the company, as an archive. */
export const downloadCompany = () => download('/company/export');

/** Deletes the company with everything in it. A wrong password or name is an ApiError with status 422. */
export function removeCompany(password: string, confirmation: string) {
  return call<typeof deleteCompany>('DELETE', '/company', { body: { password, confirmation } });
}

/** One page of what was done in the company, newest first; of one kind, or of all. */
export const auditQuery = (page: number, group: AuditGroup | 'all') =>
  queryOptions({
    queryKey: ['audit', page, group],
    queryFn: () => call<typeof listAudit>('GET', '/audit-log', { query: group === 'all' ? { page } : { page, group } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
