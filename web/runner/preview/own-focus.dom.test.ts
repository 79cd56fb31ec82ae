import { beforeEach, expect, test } from 'vitest';
import { installOwnFocus } from './own-focus.ts';

// jsdom computes no layout.
Object.assign(Element.prototype, { checkVisibility: () => true });
const browserFocus = HTMLElement.prototype.focus;
installOwnFocus();

const heard: string[] = [];
const field = (id: string) => {
  const input = Object.assign(document.createElement('input'), { id });
  for (const type of ['focus', 'blur', 'focusin', 'focusout'])
    input.addEventListener(type, ({ relatedTarget }: FocusEventInit & Event) =>
      heard.push(`${type} ${id} ${(relatedTarget as Element | null)?.id}`),
    );
  document.body.append(input);
  return input;
};

beforeEach(() => {
  document.body.replaceChildren();
  heard.length = 0;
});

test('moves the focus with the events of a browser, which keeps its own', () => {
  const [one, two] = [field('one'), field('two')];
  one.focus();
  two.focus();
  two.focus();
  two.blur();
  expect(heard).toEqual([
    'focus one undefined',
    'focusin one undefined',
    'blur one two',
    'focusout one two',
    'focus two one',
    'focusin two one',
    'blur two undefined',
    'focusout two undefined',
  ]);
  expect(HTMLElement.prototype.focus).not.toBe(browserFocus);
  expect(document.hasFocus()).toBe(true);
});

test('focuses nothing that cannot have the focus', () => {
  const [one, two] = [field('one'), field('two')];
  two.disabled = true;
  const text = document.body.appendChild(document.createElement('p'));
  one.focus();
  for (const each of [two, text, document.createElement('input')]) each.focus();
  expect(document.activeElement).toBe(one);
  text.tabIndex = -1;
  text.focus();
  expect(document.activeElement).toBe(text);
});

test('goes to the body if its element goes', () => {
  const one = field('one');
  one.focus();
  expect(document.activeElement).toBe(one);
  one.remove();
  expect(document.activeElement).toBe(document.body);
});
