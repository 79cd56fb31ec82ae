import { expect, test } from 'vitest';
import { callLinkFrom } from './call-link.ts';

test.each([
  ['meet.example.com/abc', 'https://meet.example.com/abc'],
  [' meet.example.com:8443/abc?x=1 ', 'https://meet.example.com:8443/abc?x=1'],
  ['https://meet.example.com/abc', 'https://meet.example.com/abc'],
  ['http://meet.example.com/abc', 'http://meet.example.com/abc'],
  ['javascript:alert(1.5)', 'javascript:alert(1.5)'],
  ['ada@example.com', 'ada@example.com'],
  ['the usual room', 'the usual room'],
  ['  ', null],
])('reads %j as the call link %j', (typed, link) => {
  expect(callLinkFrom(typed)).toBe(link);
});
