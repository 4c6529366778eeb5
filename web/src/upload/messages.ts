/* The sentences of detection and upload. */

export const skipReasons = {
  installer: 'an installer for people, not for updaters',
  unknown: 'not a build',
  notDropped: (feed: string): string => `${feed} names it, but it was not dropped`,
  preferred: (target: string, name: string): string => `${target} is ${name}`,
  otherVersion: (version: string | undefined): string => `it is ${version} by its name`,
  tooMany: (most: number): string => `a release has ${most} files at most`,
};

/** Names a file that the draft knows only by its format. */
export const unnamedFile = (format: string): string => `a file that ends in ${format}`;

export const filesUploaded = (version: string): string => `The files of ${version} are uploaded.`;
