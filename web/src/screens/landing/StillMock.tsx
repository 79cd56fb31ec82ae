import { MockSession } from './MockSession.tsx';
import { linesAt, SCRIPT_STILL, TYPING } from './mock-script.ts';

/** A moment of the mock session, as a picture. */
export function StillMock() {
  return <MockSession lines={linesAt(SCRIPT_STILL)} isMoving={false} status={TYPING} />;
}
