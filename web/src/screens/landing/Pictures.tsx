import { classes } from '../../shared/ui/theme/classes.ts';
import styles from './Sections.module.css';

const SCHEMES = ['light', 'dark'] as const;
const PICTURES = [
  {
    device: 'laptop',
    width: 1560,
    height: 1040,
    alt: 'The interviewer’s laptop: a SQL query with its output, as both see it',
  },
  {
    device: 'phone',
    width: 624,
    height: 1040,
    alt: 'The candidate’s phone: the same query, with the interviewer’s cursor',
  },
];

/**
 * One session on both devices, in the page's color scheme. On a phone both would show the same few lines of code.
 * `npm run shots -- app` makes the pictures.
 */
export function Pictures() {
  return (
    <section className={classes(styles.section, styles.wideOnly)} aria-labelledby="pictures">
      <h2 id="pictures">One room, on a laptop and on a phone</h2>
      <div className={styles.pictures}>
        {PICTURES.map(({ device, width, height, alt }) => (
          <div key={device} data-device={device}>
            {SCHEMES.map((scheme) => (
              <img
                key={scheme}
                className={styles[scheme]}
                loading="lazy"
                decoding="async"
                src={`/pictures/${device}-${scheme}.png`}
                width={width}
                height={height}
                alt={alt}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}
