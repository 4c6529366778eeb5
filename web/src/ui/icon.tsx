/* Icons on a 16-unit grid, drawn as lines in the text color. */

const paths = {
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  down: 'M4 6l4 4 4-4',
  plus: 'M8 3v10M3 8h10',
  warn: 'M8 2.2L14.5 13.5h-13zM8 6.5v3.2M8 11.6v.2',
  sun: 'M8 5.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6M8 1.2v1.6M8 13.2v1.6M1.2 8h1.6M13.2 8h1.6M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M3.2 12.8l1.1-1.1M11.7 4.3l1.1-1.1',
  moon: 'M13 9.8A5.6 5.6 0 016.2 3 5.6 5.6 0 1013 9.8z',
  screen: 'M2 3h12v8H2zM6 14h4M8 11v3',
  arrow: 'M2.5 8h10M8.5 4l4 4-4 4',
  people:
    'M6 7.5a2.3 2.3 0 100-4.6 2.3 2.3 0 000 4.6M1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M11 3.2a2.2 2.2 0 010 4.2M12 9.8c1.6.5 2.6 1.8 2.6 3.7',
  box: 'M8 1.8l5.5 3v6.4L8 14.2l-5.5-3V4.8zM2.5 4.8L8 7.8l5.5-3M8 7.8v6.4',
  clock: 'M8 2a6 6 0 100 12A6 6 0 008 2M8 4.8V8l2.2 1.6',
  undo: 'M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 010 8H6',
  grid: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z',
  bars: 'M3.5 13V8M8 13V3M12.5 13V6',
  more: 'M3 8h0M8 8h0M13 8h0',
  close: 'M4 4l8 8M12 4l-8 8',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon; the text next to it has the same information. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

export const Logo = () => (
  <svg class="boat" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path class="sail" d="M12.5 2.5v10h7z" />
    <path class="sail faint" d="M10.5 5v7.5H5z" />
    <path class="hull" d="M2.5 15h19l-3 6h-13z" />
  </svg>
);
