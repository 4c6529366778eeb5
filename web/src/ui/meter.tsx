/** A bar with an optional target mark. The numbers are in the text next to it. */
export const MeterBar = ({
  share,
  mark,
  tone = 'accent',
  label,
}: {
  /** 0 to 1. */
  share: number;
  mark?: number;
  tone?: 'accent' | 'warn' | 'bad';
  label: string;
}) => (
  <svg class={`meter ${tone}`} viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={label}>
    <rect class="track" width="100" height="8" y="1" />
    <rect class="value" width={Math.min(Math.max(share, 0), 1) * 100} height="8" y="1" />
    {mark !== undefined && <rect class="mark" x={Math.min(mark, 1) * 100 - 0.3} width="0.6" height="10" />}
  </svg>
);
