import { classes } from '../../shared/ui/theme/classes.ts';
import styles from './Sections.module.css';

const SCHEMES = ['light', 'dark'] as const;
const SIZE = { width: 1600, height: 1000 };

/** The player of an ended interview, in the page's color scheme. On a phone it would be too small to read. */
export function PlayerPicture() {
  return (
    <section className={classes(styles.section, styles.wideOnly)} aria-labelledby="player-picture">
      <h2 id="player-picture">Play any interview back, and run it at any minute</h2>
      <div className={styles.player}>
        {SCHEMES.map((scheme) => (
          <img
            key={scheme}
            className={styles[scheme]}
            loading="lazy"
            decoding="async"
            src={`/pictures/player-${scheme}.png`}
            {...SIZE}
            alt="The playback of an interview at a failed run: code, output, moments and the timeline"
          />
        ))}
      </div>
    </section>
  );
}
