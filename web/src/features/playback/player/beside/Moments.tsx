import { memo, useEffect, useRef } from 'react';
import { clockText } from '../../../../shared/clock-text.ts';
import type { Moment } from '../../replay/moment.ts';
import { colorOf } from '../hue.ts';
import { MarkSign } from './MarkSign.tsx';
import styles from './moments.module.css';
import type { PlayerPage } from '../player-parts.ts';
import type { Playback } from '../usePlayback.ts';

interface MomentsProps extends Pick<Playback, 'recording' | 'moments' | 'player'> {
  /** Index of the latest moment; -1 before the first. */
  current: number;
  page: PlayerPage;
  onOpen: () => void;
}

/** The moments as a list of links, each with its time, its participant and its words. */
export const Moments = memo(function Moments(props: MomentsProps) {
  const { recording, moments, player, current, page, onOpen } = props;
  const list = useCurrentInView(current);
  const open = (moment: Moment) => {
    player.pause();
    player.open(moment);
    history.replaceState(history.state, '', page.momentHref(moment.ms));
    onOpen();
  };
  return (
    <ol className={styles.list} ref={list}>
      {moments.map((moment, index) => (
        <li key={index}>
          <a
            href={page.momentHref(moment.ms)}
            aria-current={index === current ? 'step' : undefined}
            data-past={index <= current}
            onClick={(event) => {
              event.preventDefault();
              open(moment);
            }}
          >
            <time>{clockText(moment.ms)}</time>
            <MarkSign mark={moment.mark} />
            <span className={styles.what}>
              {moment.isOwn && <Who>Your note</Who>}
              {moment.by !== null && (
                <Who color={colorOf(moment.by)}>{recording.head.participants[moment.by]?.name ?? ''}</Who>
              )}
              {moment.text}
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
});

/** The participant of a moment. The colon is for screen readers, which would otherwise join the words. */
function Who({ color, children }: { color?: string; children: string }) {
  return (
    <>
      <span className={styles.who} style={{ color }}>
        {children}
      </span>
      <span className={styles.colon}>: </span>
    </>
  );
}

/** Keeps the current moment in view, without moving anything but the list. */
function useCurrentInView(current: number) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const item = box?.children[current];
    if (!box || !(item instanceof HTMLElement)) return;
    const top = item.offsetTop - box.offsetTop;
    const isHidden = top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight;
    if (isHidden) box.scrollTop = top - box.clientHeight / 2;
  }, [current]);
  return list;
}
