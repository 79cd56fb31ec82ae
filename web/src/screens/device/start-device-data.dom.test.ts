import { expect, test } from 'vitest';
import { refuseStorage } from '../../testing/refuse-storage.ts';
import { startDeviceData } from './start-device-data.ts';

test('starts although the browser refuses storage', () => {
  refuseStorage();
  expect(startDeviceData).not.toThrow();
});
