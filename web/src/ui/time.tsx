import { formatAgo, formatTime } from './format.ts';

/** A time in the user's zone, with UTC in the tooltip. */
export const Time = ({ at, isAgo }: { at: string; isAgo?: boolean }) => (
  <time dateTime={at} title={`${at.replace('T', ' ').slice(0, 19)} UTC`}>
    {isAgo === true ? formatAgo(at) : formatTime(at)}
  </time>
);
