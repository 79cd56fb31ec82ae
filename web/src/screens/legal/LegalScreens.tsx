import { useNavigate } from '@tanstack/react-router';
import { storedAccount } from '../../shared/device/stored-account.ts';
import { useSupportEmail } from '../../shared/support.ts';
import { Page } from '../../shared/ui/Page.tsx';
import styles from './legal.module.css';
import { PRIVACY, TERMS } from './legal-texts.ts';
import type { Section } from './legal-texts.ts';

/** The privacy policy. */
export function PrivacyScreen() {
  return <LegalPage title="Privacy" lead="What we keep, who sees it, and how to delete it." sections={PRIVACY} />;
}

/** The terms of service. */
export function TermsScreen() {
  return <LegalPage title="Terms" lead="What a plan includes, and what you and we agree to." sections={TERMS} />;
}

function LegalPage({ title, lead, sections }: { title: string; lead: string; sections: Section[] }) {
  const navigate = useNavigate();
  const supportEmail = useSupportEmail();
  // Signed-in users come from the footer of the plans.
  const back =
    storedAccount() === null
      ? { label: 'Back to the main page', onClick: () => void navigate({ to: '/' }) }
      : { label: 'Back to the plans', onClick: () => void navigate({ to: '/subscription-plans' }) };
  return (
    <Page title={title} lead={lead} back={back}>
      <div className={styles.print}>
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <section>
          <h2>Questions</h2>
          <p>
            Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        </section>
      </div>
    </Page>
  );
}
