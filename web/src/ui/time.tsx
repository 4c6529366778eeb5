import { formatAgo, formatTime } from './format.ts';

/** A moment in the reader's zone; UTC for whoever points at it. */
export const Time = ({ at, isAgo }: { at: string; isAgo?: boolean }) => (
  <time dateTime={at} title={`${at.replace('T', ' ').slice(0, 19)} UTC`}>
    {isAgo === true ? formatAgo(at) : formatTime(at)}
  </time>
);
