import { describePlatform } from '@slipway/core/platform-label.ts';

/** A platform with its ID, as commands and URLs have it, below; a custom ID is shown as is. */
export const Platform = ({ target }: { target: string }) => {
  const name = describePlatform(target);
  return name === target ? (
    <span class="mono">{target}</span>
  ) : (
    <>
      {name} <span class="mono line">{target}</span>
    </>
  );
};

/** The text of an option: `macOS, Apple silicon (darwin-aarch64)`. */
export const platformOption = (target: string): string => {
  const name = describePlatform(target);
  return name === target ? target : `${name} (${target})`;
};
