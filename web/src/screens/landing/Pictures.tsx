import styles from './landing.module.css';

/** The product itself: one session on both its devices. The pictures are made by `npm run shots -- app`. */
export function Pictures() {
  return (
    <section className={styles.pictures} aria-labelledby="pictures">
      <h2 id="pictures">One room, on a laptop and on a phone</h2>
      <div>
        <img
          loading="lazy"
          decoding="async"
          src="/screenshots/wide-room.png"
          width={1280}
          height={800}
          alt="The interviewer’s laptop: a SQL query, and the link for the candidate"
        />
        <img
          loading="lazy"
          decoding="async"
          src="/screenshots/narrow-room.png"
          width={780}
          height={1688}
          alt="The candidate’s phone: the same query, with the interviewer’s cursor"
        />
      </div>
    </section>
  );
}
