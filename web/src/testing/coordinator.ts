import { aCompany } from './examples.ts';

/** The account of a coordinator, who plans sessions and interviews nobody. */
export const coordinatorAccount = {
  company: aCompany,
  user: { id: '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2b02', name: 'Cora', email: 'c@x.example', role: 'coordinator' },
};

/** Stores the account on the device, as a sign-in does. */
export function signInAsCoordinator(): void {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(coordinatorAccount.company));
  localStorage.setItem('user', JSON.stringify(coordinatorAccount.user));
}
