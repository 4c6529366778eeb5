/** A grid line with its label on the left. */
export const GridLine = ({
  left,
  width,
  y,
  text,
}: {
  left: number;
  width: number;
  y: number;
  text: string;
}) => (
  <g>
    <line class="grid" x1={left} x2={width} y1={y} y2={y} />
    <text class="axis end" x={left - 6} y={y + 4}>
      {text}
    </text>
  </g>
);

/** A label at a position from 0 to 1; it stays inside the edges. */
export const AxisLabel = ({
  at,
  x,
  y,
  text,
}: {
  at: number;
  x: number;
  y: number;
  text: string | undefined;
}) => (
  <text class={at > 0.9 ? 'axis end' : at < 0.1 ? 'axis' : 'axis middle'} x={x} y={y}>
    {text}
  </text>
);
