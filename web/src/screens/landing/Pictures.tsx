import styles from './landing.module.css';

/** One session on both devices. `npm run shots -- app` makes the pictures. */
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
