import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { PARCELS } from '../support/question.ts';
import { join } from '../support/runs.ts';
import { addQuestion, expectCode, newCompany, registerOnFreePlan, startInterview } from '../support/steps.ts';

const STARTER = { language: 'python', code: 'from shop.cart import total\n\nprint(total([3, 4]))\n' };
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('imports the files of a project, and inserts them in a room without the hidden ones', async ({
  laptop,
  phone,
}) => {
  await registerOnFreePlan(laptop, newCompany());
  const id = await addQuestion(laptop, { ...PARCELS, title: 'Cart', starters: [STARTER], tests: [] });
  await laptop.goto(`/questions/${id}`);
  await laptop.getByRole('button', { name: 'Add files' }).click();
  const files = laptop.getByRole('group', { name: 'Files in Python' });
  await files
    .getByLabel('Files', { exact: true })
    .setInputFiles([
      file('prices.csv', 'tea,3\n'),
      file('cart.py', 'def total(prices):\n    return 0\n'),
      file('test_cart.py', 'assert False, "never shown"\n'),
    ]);
  await expect(files.getByText('3 files imported.')).toBeVisible();
  await files.getByRole('button', { name: 'cart.py', exact: false }).first().click();
  await files.getByLabel('Name').fill('shop/cart.py');
  await files.getByRole('button', { name: /^test_cart/ }).click();
  await files.getByLabel('Hidden from candidates').check();
  expect(await violations(laptop)).toEqual([]);
  await laptop.getByRole('button', { name: 'Save' }).click();
  await expect(laptop.getByText('Question saved')).toBeVisible();
  await laptop.reload();
  await expect(files.getByRole('button', { name: 'test_cart.py Hidden' })).toBeVisible();

  await laptop.getByRole('link', { name: 'Dashboard' }).click();
  await join(phone, await startInterview(laptop));
  await laptop.getByRole('button', { name: 'Questions' }).click();
  const panel = laptop.getByRole('dialog', { name: 'Questions' });
  await panel.getByRole('button', { name: /^Cart/ }).click();
  await panel.getByRole('button', { name: 'Show question' }).click();
  await laptop.keyboard.press('Escape');
  await laptop.getByRole('button', { name: 'Switch to Python' }).click();
  await phone.getByRole('tab', { name: 'Question' }).click();
  await expect(phone.getByText('In Python, with 2 more files.')).toBeVisible();
  await phone.getByRole('button', { name: 'Insert starter' }).click();

  const tabs = laptop.getByRole('tablist', { name: 'Files' }).getByRole('tab');
  await expect(tabs).toHaveText(['main.py', 'prices.csv', 'shop/cart.py']);
  await expectCode(phone, 'print(total([3, 4]))');
  await laptop.getByRole('tab', { name: 'shop/cart.py' }).click();
  await expectCode(laptop, 'def total(prices):');
  await phone.getByRole('tab', { name: 'Question' }).click();
  await phone.getByRole('button', { name: 'Insert starter' }).click();
  await expect(phone.getByRole('list', { name: 'Files' }).getByRole('button')).toHaveCount(3);
  await expect(tabs).toHaveCount(3);
});
