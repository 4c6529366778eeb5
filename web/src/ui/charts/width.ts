import { useEffect, useRef, useState } from 'preact/hooks';

/** The element's current width. The height is fixed, so that nothing below it moves. */
export const useWidth = (before: number) => {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(before);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? before)),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
};
