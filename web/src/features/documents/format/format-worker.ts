import type { FormatJob } from './format-job.ts';
import { formatText } from './format-text.ts';

/** A reply without a value means that the formatter did not work. */
self.addEventListener('message', ({ data }: MessageEvent<FormatJob>) => {
  void formatText(data).then(
    (reply) => self.postMessage(reply),
    () => self.postMessage(null),
  );
});
