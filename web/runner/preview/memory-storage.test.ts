import { expect, test } from 'vitest';
import { createStorage } from './memory-storage.ts';

test('has its items as properties, and its properties as items', () => {
  const storage = createStorage();
  storage['theme'] = 'dark';
  storage.setItem('size', '14');
  storage['count'] = 1;
  expect([storage.getItem('theme'), storage['size'], storage.getItem('count')]).toEqual(['dark', '14', '1']);
  expect([Object.keys(storage), storage.length, storage.key(0)]).toEqual([['theme', 'size', 'count'], 3, 'theme']);
  expect({ ...storage }).toEqual({ theme: 'dark', size: '14', count: '1' });
  expect(['theme' in storage, 'none' in storage, storage['none'], storage.getItem('none')]).toEqual([
    true,
    false,
    undefined,
    null,
  ]);
  delete storage['theme'];
  storage.removeItem('size');
  expect(Object.entries(storage)).toEqual([['count', '1']]);
  storage.clear();
  expect(JSON.stringify(storage)).toBe('{}');
});

test('keeps its functions, also if an item has the name of one', () => {
  const storage = createStorage();
  storage.setItem('getItem', 'a');
  storage.setItem('length', '7');
  expect([storage.getItem('getItem'), storage.getItem('length'), storage.length]).toEqual(['a', '7', 2]);
  expect(Object.keys(storage)).toEqual(['getItem', 'length']);
});
