import styles from './Sections.module.css';

const QUESTIONS = [
  [
    'Does the candidate need an account?',
    'No. They open your link, type a name and write code. Nothing to install, on a laptop, a tablet or a phone.',
  ],
  [
    'What happens when a connection drops?',
    'The code is kept on the device and on the server. Everyone reconnects by themselves, and offline changes are merged.',
  ],
  [
    'Which languages are there?',
    'More than 50 with syntax highlighting. SQL, Python, JavaScript, TypeScript and others also run in the room.',
  ],
  [
    'How do we talk to each other?',
    'In the call you already use. This page is the shared editor beside it, and it never asks for camera or microphone.',
  ],
  [
    'What do we have afterwards?',
    'The final code, your private notes and the playback (30 days on the free plan), with every interview in one list. You can download the code and export all data.',
  ],
  [
    'What does it cost to try?',
    'Nothing. The Starter plan is free and asks for no card. You can change or cancel a paid plan at any time.',
  ],
] as const;

/** Frequent questions; each opens on its own, also without scripts. */
export function Questions() {
  return (
    <section className={styles.section} aria-labelledby="questions">
      <h2 id="questions">Questions</h2>
      <div className={styles.questions}>
        {QUESTIONS.map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
