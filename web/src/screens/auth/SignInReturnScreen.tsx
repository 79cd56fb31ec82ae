import type { ErrorCode } from '@cip/contracts/protocol/errors';
import { useEffect, useRef, useState } from 'react';
import { ProviderButton } from '../../features/auth/ProviderButton.tsx';
import { finishSignIn } from '../../features/auth/single-sign-on.calls.ts';
import { ApiError, messageOf } from '../../shared/api/api-error.ts';
import { markedSignInOptions } from '../../shared/sign-in-options.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { PageSpinner } from '../../shared/ui/loading/Spinner.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { AuthLayout } from './AuthLayout.tsx';
import styles from './AuthLayout.module.css';
import { CodeStep } from './CodeStep.tsx';
import { useGoOn } from './useGoOn.ts';

/** The advice to the user, by the code of the failure. */
const NEXT: Partial<Record<ErrorCode | 'unreachable', string>> = {
  sign_in_stale: 'Nothing is lost. Start again here.',
  sign_in_refused: 'Did you choose the wrong account? You can choose another one.',
  sign_in_failed: 'You can try again. If it stays like this, your administrator can help.',
  too_many_requests: 'Wait a few minutes before you try again.',
};
const FALLBACK = 'You could not be signed in. Please try again.';

/** Ends a sign-in with the provider's answer, which its address holds, and opens the page that the user wanted. */
export function SignInReturnScreen() {
  const answer = useAnswer();
  const goOn = useGoOn();
  const [failure, setFailure] = useState<unknown>(null);
  const isSent = useRef(false);
  useEffect(() => {
    // Sent once, because the answer works once while React runs effects twice in development.
    if (isSent.current) return;
    isSent.current = true;
    finishSignIn(answer).then(goOn).catch(setFailure);
  }, [answer, goOn]);
  if (failure === null) return <Finishing />;
  const challenge = failure instanceof ApiError ? failure.challenge : null;
  if (challenge !== null) return <CodeStep challenge={challenge} onBack={() => setFailure(new Error(FALLBACK))} />;
  return <Failed failure={failure} />;
}

function Finishing() {
  useDocumentTitle('Signing in');
  return <PageSpinner />;
}

function Failed({ failure }: { failure: unknown }) {
  const { provider } = markedSignInOptions();
  const code = failure instanceof ApiError ? failure.code : null;
  return (
    <AuthLayout title="You Are Not Signed In" subtitle={(code !== null && NEXT[code]) || 'You can try again.'}>
      <Notice tone="bad">{messageOf(failure, FALLBACK)}</Notice>
      {provider !== null && (
        <ProviderButton
          provider={provider}
          look="primary"
          {...(code === 'sign_in_refused' && { prompt: 'select_account' as const })}
        />
      )}
      <p className={styles.other}>
        <TextLink to="/login">Back to login</TextLink>
      </p>
    </AuthLayout>
  );
}

/** Returns the provider's answer and removes it from the address, and so from the history. */
function useAnswer(): string {
  const [answer] = useState(() => window.location.search.slice(1));
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return answer;
}
