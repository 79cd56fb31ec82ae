import { expect, test } from './fixtures.ts';
import { expectCode, joinAsCandidate, newCompany, registerOnFreePlan, startInterview, typeAtEnd } from './steps.ts';

const FILLER = `${'-- a line\n'.repeat(40)}`;

test('the interviewer follows the candidate until scrolling or typing themselves', async ({
  laptop,
  phone,
  picture,
}) => {
  await registerOnFreePlan(laptop, newCompany());
  const roomCode = await startInterview(laptop);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await typeAtEnd(laptop, FILLER);
  await laptop.keyboard.press('Control+Home');
  await expect(laptop.locator('.view-line').getByText('40', { exact: true })).toHaveCount(0);

  await test.step('a click on the face starts it', async () => {
    await laptop.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
    await laptop.getByRole('menuitem', { name: 'Follow' }).click();
    await expect(laptop.getByText('Following Ada Lovelace')).toBeVisible();
    await typeAtEnd(phone, 'SELECT 1;\n');
    await expectCode(laptop, 'SELECT 1;');
  });

  await test.step('what is not sent yet is known by its line, and the name goes when the cursor rests', async () => {
    const label = laptop.locator('.peer-caret').first();
    const opacity = () => label.evaluate((caret) => getComputedStyle(caret, '::after').opacity);
    await phone.keyboard.type('SELECT sec');
    await expect(laptop.locator('footer').getByText(/^Ada Lovelace is typing on line \d+$/)).toBeVisible();
    await expect.poll(opacity).toBe('1');
    await picture(laptop, 'following');
    await picture(phone, 'followed');
    await expect(laptop.locator('.view-lines')).not.toContainText('sec');
    await expect.poll(opacity).toBe('0');
    await phone.keyboard.press('Enter');
    await expectCode(laptop, 'SELECT sec');
    await expect(laptop.getByText(/is typing on line/)).toHaveCount(0);
  });

  await test.step('an own scroll stops it', async () => {
    await laptop.locator('.monaco-editor').first().hover();
    await laptop.mouse.wheel(0, -4_000);
    await expect(laptop.getByText('Following Ada Lovelace')).toHaveCount(0);
    await typeAtEnd(phone, 'SELECT 2;\n');
    await laptop.waitForTimeout(500);
    await expect(laptop.locator('.view-lines')).not.toContainText('SELECT 2;');
  });

  await test.step('so does a key', async () => {
    await laptop.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
    await laptop.getByRole('menuitem', { name: 'Follow' }).click();
    await expectCode(laptop, 'SELECT 2;');
    await laptop.locator('.monaco-editor').first().getByRole('textbox').focus();
    await laptop.keyboard.press('ArrowUp');
    await expect(laptop.getByText('Following Ada Lovelace')).toHaveCount(0);
  });
});
