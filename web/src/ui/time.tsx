import { formatRecent, formatTime } from './format.ts';

/** A time in the user's zone; the tooltip has the exact time, in UTC, too. */
export const Time = ({ at, isAgo }: { at: string; isAgo?: boolean }) => (
  <time dateTime={at} title={`${formatTime(at)} (${at.replace('T', ' ').slice(0, 16)} UTC)`}>
    {isAgo === true ? formatRecent(at) : formatTime(at)}
  </time>
);
