import userEvent from '@testing-library/user-event';

/** Puts a text at the end of a field by one insertion, because each typed key draws the screen once more. */
export async function fill(field: Element, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}
