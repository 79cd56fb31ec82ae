import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFailure } from '../../shared/form/use-failure.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { beginSetUp, renewCodes, secondFactorQuery, switchOff } from './account-security.calls.ts';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './account-security.module.css';
import { AskPassword } from './AskPassword.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { ScanCode } from './ScanCode.tsx';

type Step =
  | { name: 'rest' }
  | { name: 'begin' }
  | { name: 'scan'; secret: string; url: string }
  | { name: 'renew' }
  | { name: 'codes'; codes: string[] }
  | { name: 'off' };

/** Switches the second factor on and off. Calls `onSetUp` once it is on and the user has seen the recovery codes. */
export function SecondFactor({ onSetUp }: { onSetUp?: () => void }) {
  const query = useQuery(secondFactorQuery);
  const hasFailed = useFailure(query);
  const factor = query.data;
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'rest' });
  const reload = () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  const rest = () => {
    setStep({ name: 'rest' });
    // A step whose reply was lost may have changed it.
    void reload();
  };
  const showCodes = (codes: string[]) => {
    // Shown immediately, because the server does not give them a second time.
    setStep({ name: 'codes', codes });
    void reload();
  };
  switch (step.name) {
    case 'begin':
      return (
        <AskPassword
          action="Continue"
          onCancel={rest}
          submit={async (password) => setStep({ name: 'scan', ...(await beginSetUp(password)) })}
        />
      );
    case 'scan':
      return <ScanCode secret={step.secret} url={step.url} onCancel={rest} onDone={showCodes} />;
    case 'renew':
      return (
        <AskPassword
          action="Make new codes"
          withCode
          onCancel={rest}
          submit={async (password, code) => showCodes(await renewCodes({ password, code }))}
        />
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={onSetUp ?? rest} />;
    case 'off':
      return (
        <AskPassword
          action="Turn off"
          withCode
          onCancel={rest}
          submit={async (password, code) => {
            await switchOff({ password, code });
            await reload();
            setStep({ name: 'rest' });
          }}
        />
      );
    case 'rest':
      if (hasFailed) return <LoadFailed query={query}>Failed to load how you sign in</LoadFailed>;
      if (!factor) return <Skeleton rows={1} height={74} />;
      return (
        <>
          <AtRest enabled={factor.enabled} codesLeft={factor.recovery_codes_left} onStep={setStep} />
          {factor.enabled && onSetUp && (
            <ButtonRow>
              <Button look="primary" onClick={onSetUp}>
                Continue
              </Button>
            </ButtonRow>
          )}
        </>
      );
  }
}

interface AtRestProps {
  enabled: boolean;
  codesLeft: number;
  onStep: (step: Step) => void;
}

function AtRest({ enabled, codesLeft, onStep }: AtRestProps) {
  return (
    <div className={styles.step}>
      <p className={styles.state}>
        <StatusChip tone={enabled ? 'good' : 'plain'}>{enabled ? 'On' : 'Off'}</StatusChip>
        {enabled && <span>{codesLeft === 1 ? '1 recovery code left' : `${codesLeft} recovery codes left`}</span>}
      </p>
      {enabled ? (
        <ButtonRow>
          <Button onClick={() => onStep({ name: 'renew' })}>New recovery codes…</Button>
          <Button onClick={() => onStep({ name: 'off' })}>Turn off…</Button>
        </ButtonRow>
      ) : (
        <Button onClick={() => onStep({ name: 'begin' })}>Set up…</Button>
      )}
    </div>
  );
}
