import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/*
 * Notes on a screen. What reads Markdown is loaded when the first note is shown, and works while the page rests: until
 * then, and where it cannot be loaded, the text stands there as it was written.
 */

type Render = (notes: string) => VNode;

let loaded: Render | undefined;

const load = async (): Promise<Render> => {
  loaded ??= (await import('./render.ts')).renderMarkdown;
  return loaded;
};

const whenIdle = (call: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(call);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(call, { timeout: 500 });
  return () => cancelIdleCallback(handle);
};

/** Notes, formatted as soon as that can be done. */
export const Prose = ({ text }: { text: string }) => {
  const [shown, setShown] = useState<{ text: string; content: VNode } | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    const cancel = whenIdle(() => {
      load().then(
        (render) => {
          if (!isLeft) setShown({ text, content: render(text) });
        },
        () => {},
      );
    });
    return () => {
      isLeft = true;
      cancel();
    };
  }, [text]);
  return shown?.text === text ? shown.content : <div class="prose plain">{text}</div>;
};
