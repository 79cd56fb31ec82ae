import styles from './Sections.module.css';

const SCHEMES = ['light', 'dark'] as const;
const SIZE = { width: 1600, height: 1000 };
const PHONE_SIZE = { width: 780, height: 500 };

/** The player of an ended interview, in the page's color scheme; on a phone a phone's. */
export function PlayerPicture() {
  return (
    <section className={styles.section} aria-labelledby="player-picture">
      <h2 id="player-picture">Play any interview back, and run it at any minute</h2>
      <div className={styles.player}>
        {SCHEMES.map((scheme) => (
          <picture key={scheme} className={styles[scheme]}>
            <source media="(max-width: 760px)" srcSet={`/pictures/player-phone-${scheme}.png`} {...PHONE_SIZE} />
            <img
              loading="lazy"
              decoding="async"
              src={`/pictures/player-${scheme}.png`}
              {...SIZE}
              alt="The playback of an interview at a failed run: code, output, moments and the timeline"
            />
          </picture>
        ))}
      </div>
    </section>
  );
}
