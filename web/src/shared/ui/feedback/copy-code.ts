import { copyText } from '../../device/copy-text.ts';
import { toast } from './toast-store.ts';

/** Copies code and shows a toast with the outcome; resolves to false if the browser does not allow it. */
export async function copyCode(code: string): Promise<boolean> {
  const isCopied = await copyText(code);
  if (isCopied) toast('good', 'Code copied to clipboard!');
  else toast('bad', 'Failed to copy the code');
  return isCopied;
}
