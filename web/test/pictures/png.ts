import { crc32, deflateSync, inflateSync } from 'node:zlib';

/*
 * Screenshots have few colors: a palette of 256 needs a third of the browser's bytes. Area colors stay exact;
 * antialiased shades map to the nearest palette color.
 */

interface Picture {
  width: number;
  height: number;
  /** RGB of each pixel. */
  pixels: Buffer;
}

interface Chunk {
  type: string;
  data: Buffer;
}

const head = Buffer.from('89504e470d0a1a0a', 'hex');
const most = 256;
/** Squared distance below which two shades count as equal. */
const near = 36;

const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = head.length; at < png.length; ) {
    const size = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + size),
    });
    at += size + 12;
  }
  return chunks;
};

/** The Paeth predictor (PNG, 9.4): the neighbor nearest to left + above − corner. */
const paeth = (left: number, above: number, corner: number): number => {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
};

const guesses = [
  () => 0,
  (left: number) => left,
  (_: number, above: number) => above,
  (left: number, above: number) => (left + above) >> 1,
  paeth,
];

/** Undoes the row filters in place; each row begins with its filter type. */
const unfilter = (rows: Buffer, stride: number, step: number): void => {
  for (let start = 0; start < rows.length; start += stride) {
    const guess = guesses[rows[start] ?? 0] ?? paeth;
    const above = start - stride;
    for (let x = 1; x < stride; x += 1) {
      const hasLeft = x > step;
      const left = hasLeft ? (rows[start + x - step] ?? 0) : 0;
      const up = above < 0 ? 0 : (rows[above + x] ?? 0);
      const corner = hasLeft && above >= 0 ? (rows[above + x - step] ?? 0) : 0;
      rows[start + x] = (rows[start + x] ?? 0) + guess(left, up, corner);
    }
  }
};

/** Bytes per pixel by color type: RGB, RGBA, palette. */
const steps: Readonly<Record<number, number>> = { 2: 3, 6: 4, 3: 1 };

/** Reads PNGs from a browser and from writePng: 8 bits per channel, not interlaced. */
export const readPng = (png: Buffer): Picture => {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height, step] = [header.readUInt32BE(0), header.readUInt32BE(4), steps[header[9] ?? 2] ?? 3];
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data;
  const stride = width * step + 1;
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const rows = inflateSync(Buffer.concat(packed));
  unfilter(rows, stride, step);
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * stride + 1 + x * step;
      if (palette === undefined) rows.copy(pixels, (y * width + x) * 3, at, at + 3);
      else palette.copy(pixels, (y * width + x) * 3, (rows[at] ?? 0) * 3, (rows[at] ?? 0) * 3 + 3);
    }
  return { width, height, pixels };
};

const distance = (one: number, other: number): number => {
  const red = (one >> 16) - (other >> 16);
  const green = ((one >> 8) & 255) - ((other >> 8) & 255);
  const blue = (one & 255) - (other & 255);
  return red * red * 2 + green * green * 4 + blue * blue;
};

const nearest = (color: number, palette: readonly number[]): number => {
  let best = 0;
  for (let at = 1; at < palette.length; at += 1)
    if (distance(color, palette[at] ?? 0) < distance(color, palette[best] ?? 0)) best = at;
  return best;
};

/** The most frequent colors, without near duplicates. */
const paletteOf = (colors: readonly number[]): number[] => {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const frequent = [...counts].sort(([one, a], [other, b]) => b - a || one - other).map(([color]) => color);
  if (frequent.length <= most) return frequent;
  const palette: number[] = [];
  for (const color of frequent) {
    if (palette.length === most) break;
    if (palette.every((other) => distance(color, other) >= near)) palette.push(color);
  }
  return palette;
};

/** Fraction of pixels that may differ: browsers do not draw control edges the same way each time. */
const chance = 0.003;

/** Whether two pictures look the same. */
export const isAlike = (one: Picture, other: Picture): boolean => {
  if (one.width !== other.width || one.height !== other.height) return false;
  let differing = 0;
  for (let at = 0; at < one.pixels.length; at += 3)
    if (distance(one.pixels.readUIntBE(at, 3), other.pixels.readUIntBE(at, 3)) > near) differing += 1;
  return differing <= (chance * one.pixels.length) / 3;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

export const writePng = ({ width, height, pixels }: Picture): Buffer => {
  const colors = Array.from({ length: width * height }, (_, at) => pixels.readUIntBE(at * 3, 3));
  const palette = paletteOf(colors);
  const places = new Map(palette.map((color, at) => [color, at]));
  const placeOf = (color: number): number => {
    const place = places.get(color) ?? nearest(color, palette);
    places.set(color, place);
    return place;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, color] of colors.entries()) rows[at + Math.floor(at / width) + 1] = placeOf(color);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const entries = Buffer.concat(
    palette.map((color) => Buffer.from(color.toString(16).padStart(6, '0'), 'hex')),
  );
  const packed = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([
    head,
    chunk('IHDR', header),
    chunk('PLTE', entries),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
