import type { Release } from '@slipway/api';

/* Releases by the day on which they were published, newest first. Pure. */

export interface ReleaseDay {
  /** The day in the reader's zone, as 2026-11-10. */
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

/** What was published, by day; drafts have no day yet. */
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

/** How many targets a release serves, and their bytes; what was pruned counts no more. */
export const artifactTotals = ({
  artifacts,
}: Pick<Release, 'artifacts'>): { targets: number; bytes: number } => {
  const kept = artifacts.filter(({ state }) => state !== 'pruned');
  return { targets: kept.length, bytes: kept.reduce((sum, { size }) => sum + size, 0) };
};
