/* CHANGELOG.md: changes stay under "Unreleased" until a release gives them a number and a date. */

const heading = '## Unreleased\n';

/** A version's section without its heading; throws if it is missing or empty. */
export const findReleaseNotes = (changelog: string, version: string): string => {
  const sections = changelog.split(/^(?=## )/m);
  const found = sections.find((section) => section.split(/\s/)[1] === version);
  const notes = found?.slice(found.indexOf('\n')).trim();
  if (notes === undefined || notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return notes;
};

/** Gives the unreleased section its version and date, and adds an empty one. */
export const dateChangelog = (changelog: string, version: string, date: string): string => {
  findReleaseNotes(changelog, 'Unreleased');
  return changelog.replace(heading, `${heading}\n## ${version} - ${date}\n`);
};
