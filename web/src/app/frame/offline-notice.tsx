import { useEffect, useState } from 'preact/hooks';
import { outage } from '../../data/query-cache.ts';
import { useSignal } from '../../data/signal.ts';
import { formatClock } from '../../ui/format.ts';
import { outageText } from '../messages.ts';

/** Shows that the server is unavailable, how old the data is, and when the next retry is. */
export const OfflineNotice = () => {
  const [now, setNow] = useState(Date.now());
  const gone = useSignal(outage);
  useEffect(() => {
    if (gone === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [gone]);
  if (gone === undefined) return null;
  const seconds = Math.max(0, Math.ceil((gone.retryAt - now) / 1000));
  return (
    <p class="offline" role="status">
      {outageText(gone.code)}. Showing data from {formatClock(gone.since)}.{' '}
      <span aria-hidden="true">{seconds === 0 ? 'Retrying…' : `Retrying in ${seconds} s.`}</span>
    </p>
  );
};
