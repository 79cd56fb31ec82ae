import { copyText } from '../../device/copy-text.ts';
import { toast } from './toast-store.ts';

/** Copies code, or another text, and shows a toast with the outcome; resolves to false if the browser does not allow it. */
export async function copyCode(code: string, what: 'Code' | 'Text' = 'Code'): Promise<boolean> {
  const isCopied = await copyText(code);
  if (isCopied) toast('good', `${what} copied to clipboard!`);
  else toast('bad', `Failed to copy the ${what.toLowerCase()}`);
  return isCopied;
}
