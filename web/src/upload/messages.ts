/* The sentences of detection and upload. */

export const skipReasons = {
  installer: 'not used by updaters',
  unknown: 'not a build file',
  notDropped: (feed: string): string => `listed in ${feed} but not added`,
  preferred: (target: string, name: string): string => `${name} is used for ${target}`,
  otherVersion: (version: string | undefined): string => `file name says version ${version}`,
  tooMany: (most: number): string => `limit is ${most} files per release`,
};

/** Names a file that the draft knows only by its format. */
export const unnamedFile = (format: string): string => `a ${format} file`;

export const filesUploaded = (version: string): string => `Uploaded all files of ${version}.`;
