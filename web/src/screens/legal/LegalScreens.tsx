import { storedAccount } from '../../shared/device/stored-account.ts';
import { useSupportEmail } from '../../shared/support.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
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
  useDocumentTitle(title);
  const supportEmail = useSupportEmail();
  return (
    <>
      <header className={styles.bar}>
        <TextLink to="/" className={styles.home}>
          <Wordmark />
        </TextLink>
        {/* Signed-in users come from the footer of the plans. */}
        {storedAccount() === null ? (
          <TextLink to="/">Back to the main page</TextLink>
        ) : (
          <TextLink to="/subscription-plans">Back to the plans</TextLink>
        )}
      </header>
      <main className={styles.page}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        <nav aria-label="Sections" className={styles.contents}>
          {sections.map(({ heading }) => (
            <a key={heading} href={`#${idOf(heading)}`}>
              {heading}
            </a>
          ))}
          <a href="#questions">Questions</a>
        </nav>
        <div className={styles.print}>
          {sections.map(({ heading, paragraphs, link }) => (
            <section key={heading} id={idOf(heading)}>
              <h2>{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {link && (
                <p>
                  <a href={link.href}>{link.label}</a>
                </p>
              )}
            </section>
          ))}
          <section id="questions">
            <h2>Questions</h2>
            <p>
              Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
            </p>
          </section>
        </div>
      </main>
    </>
  );
}

const idOf = (heading: string) => heading.toLowerCase().replaceAll(' ', '-');
