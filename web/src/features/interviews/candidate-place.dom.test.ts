import { expect, test } from 'vitest';
import { refuseStorage } from '../../testing/refuse-storage.ts';
import { forgetPlace } from './candidate-place.ts';

test('forgets a place although the browser refuses storage', () => {
  refuseStorage();
  expect(() => forgetPlace('room-1')).not.toThrow();
});
