import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { currentLocation } from '../app/location.ts';
import { announce } from './announcer.tsx';

/** The first screen of a visit is read from its beginning; of later ones the heading. */
let isFirst = true;

export interface ScreenProps {
  /** What the heading says, and the tab. */
  title: string;
  /** The app, for the tab. */
  app?: string | undefined;
  /** Where this lies in something larger. */
  above?: ComponentChildren;
  /** Lines under the heading. */
  under?: ComponentChildren;
  /** Buttons beside the heading. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A screen: its heading takes the focus when one comes to it, the tab and the live region say its name. */
export const Screen = ({ title, app, above, under, actions, children }: ScreenProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = currentLocation.value;
  useEffect(() => {
    document.title = [title, app, 'Slipway']
      .filter((part, at, all) => part && all.indexOf(part) === at)
      .join(' · ');
  }, [title, app]);
  useEffect(() => {
    if (!isFirst) {
      heading.current?.focus();
      announce(document.title);
    }
    isFirst = false;
  }, [path]);
  return (
    <>
      <div class="screen-head">
        <div>
          {above !== undefined && <p class="above">{above}</p>}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
        {under !== undefined && <div class="under">{under}</div>}
      </div>
      {children}
    </>
  );
};
