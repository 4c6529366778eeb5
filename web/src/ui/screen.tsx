import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { currentLocation } from '../app/location.ts';
import { announce } from './announcer.tsx';

/** Focus moves to the heading only after navigation, so that the first screen is read from the top. */
let isFirst = true;

export interface ScreenProps {
  /** The heading and document title. */
  title: string;
  /** The app's name, for the document title. */
  app?: string | undefined;
  /** A breadcrumb above the heading. */
  breadcrumb?: ComponentChildren;
  subtitle?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** Moves focus to the heading and announces the title on navigation. */
export const Screen = ({ title, app, breadcrumb, subtitle, actions, children }: ScreenProps) => {
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
          {breadcrumb !== undefined && <p class="crumb">{breadcrumb}</p>}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
        {subtitle !== undefined && <div class="subtitle">{subtitle}</div>}
      </div>
      {children}
    </>
  );
};
