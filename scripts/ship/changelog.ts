/* CHANGELOG.md: what is coming stands under "Unreleased" until a release gives it a number and a date. */

const heading = '## Unreleased\n';

/** What a version's section says, without its heading; throws where there is none or it is empty. */
export const findReleaseNotes = (changelog: string, version: string): string => {
  const sections = changelog.split(/^(?=## )/m);
  const found = sections.find((section) => section.split(/\s/)[1] === version);
  const notes = found?.slice(found.indexOf('\n')).trim();
  if (notes === undefined || notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return notes;
};

/** Gives what is unreleased its version and date, and leaves an empty section for what comes next. */
export const dateChangelog = (changelog: string, version: string, date: string): string => {
  findReleaseNotes(changelog, 'Unreleased');
  return changelog.replace(heading, `${heading}\n## ${version} - ${date}\n`);
};
