import { downloadCode } from '../../../features/documents/editor/download-code.ts';
import { wholeCode } from '../../../shared/code/code-copy.ts';
import type { CodeCopy } from '../../../shared/code/code-copy.ts';
import { copyCode } from '../../../shared/ui/feedback/copy-code.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';

/** Copies or downloads code with all its files, as it is when the button is pressed. */
export function CopyActions({ copyOf }: { copyOf: () => CodeCopy }) {
  return (
    <>
      <Button size="sm" onClick={() => void copyCode(wholeCode(copyOf()))}>
        Copy code
      </Button>
      <Button size="sm" onClick={() => void downloadCode(copyOf())}>
        Download code
      </Button>
    </>
  );
}
