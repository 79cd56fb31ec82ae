import type {
  changePassword,
  NotificationPreferences,
  updateCompanyProfile,
  updateNotificationPreferences,
} from '@cip/contracts/company';
import { call } from '../../shared/api-client.ts';

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
