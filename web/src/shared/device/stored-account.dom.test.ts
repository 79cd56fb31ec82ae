import { expect, test } from 'vitest';
import { refuseStorage } from '../../testing/refuse-storage.ts';
import { accountConfirmedAt, forgetAccount } from './stored-account.ts';

test('knows and forgets no account if the browser refuses storage', () => {
  refuseStorage();
  expect(accountConfirmedAt()).toBe(0);
  expect(forgetAccount).not.toThrow();
});
