import type { Release } from '@slipway/api';

/* Releases by publication day, newest first. Pure. */

export interface ReleaseDay {
  /** The day in the user's time zone, such as 2026-11-10. */
  day: string;
  at: string;
  releases: Release[];
}

const timeOf = ({ publishedAt, createdAt }: Release): string => publishedAt ?? createdAt;

const localDay = (at: string): string => {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** Drafts are omitted: they have no publication day. */
export const groupReleasesByDay = (releases: readonly Release[]): ReleaseDay[] => {
  const published = releases
    .filter(({ state }) => state !== 'draft')
    .sort((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1));
  const days: ReleaseDay[] = [];
  for (const release of published) {
    const at = timeOf(release);
    const day = localDay(at);
    const last = days.at(-1);
    if (last?.day === day) last.releases.push(release);
    else days.push({ day, at, releases: [release] });
  }
  return days;
};

/** Number of targets and total bytes, without pruned files. */
export const artifactTotals = ({
  artifacts,
}: Pick<Release, 'artifacts'>): { targets: number; bytes: number } => {
  const remaining = artifacts.filter(({ state }) => state !== 'pruned');
  return { targets: remaining.length, bytes: remaining.reduce((sum, { size }) => sum + size, 0) };
};
