import { useState } from 'preact/hooks';

const moves: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** A chart position controlled by pointer and arrow keys; undefined until used. */
export const useCursor = (count: number) => {
  const [at, setAt] = useState<number | undefined>(undefined);
  const last = count - 1;
  const clamp = (place: number): number => Math.min(Math.max(place, 0), last);
  return {
    at: at === undefined || at > last ? undefined : at,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setAt(undefined);
      const move = moves[event.key];
      if (move === undefined) return;
      event.preventDefault();
      setAt(clamp(move(at ?? last + (event.key === 'ArrowLeft' ? 1 : 0), last)));
    },
    /** Follows the pointer; the position is a fraction of the width. */
    onPoint: (part: number): void => setAt(clamp(Math.round(part * last))),
    onLeave: (): void => setAt(undefined),
  };
};
