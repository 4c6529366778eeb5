import { platformLabel, systemLabels } from '@slipway/core/platform-label.ts';
import { isUpdaterArchive, orderFiles } from '../../../domain/delivery/download-page-order.ts';
import type { Visitor } from '../../../domain/delivery/latest-links.ts';
import type { App } from '../../../domain/model/app.ts';
import { fileNameOf } from '../../../domain/model/artifact.ts';
import { defaultChannel } from '../../../domain/model/channel.ts';
import type { Offer } from '../../../domain/model/offer.ts';
import type { ReleaseWithArtifacts } from '../../../domain/model/release.ts';
import { renderPage } from '../../response/html.ts';
import { formatDay, formatLabel, formatSize } from './labels.ts';
import { escapeName, escapeText, toOneLine } from './plain-text.ts';
import { downloadPageStyle } from './style.ts';

/* The download page as HTML: one request, no script, permanent URLs. */

interface DownloadPageInput {
  app: Pick<App, 'name' | 'publicSlug'>;
  channel: string;
  /** At least one. */
  offers: readonly Offer[];
  visitor: Visitor;
  /** The permanent URL of the file for a target. */
  linkTo(target: string): string;
}

interface Page extends DownloadPageInput {
  newest: ReleaseWithArtifacts | undefined;
}

const newestOf = (offers: readonly Offer[]): ReleaseWithArtifacts | undefined =>
  offers.map(({ release }) => release).sort((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0))[0];

const versionOf = ({ version }: ReleaseWithArtifacts): string => `<bdi>${escapeName(version)}</bdi>`;

const dayOf = ({ pubDate }: ReleaseWithArtifacts): string =>
  `<time datetime="${escapeName(pubDate)}">${formatDay(pubDate)}</time>`;

const aboutOf = (release: ReleaseWithArtifacts): string =>
  `Version ${versionOf(release)} · ${dayOf(release)}`;

/** Size, requirements and name of a file, and its release unless that is the newest. */
const fileDetails = ({ app, newest }: Page, { release, artifact }: Offer): string[] => {
  const { sizeBytes, facts, target } = artifact;
  const { minimumSystem } = facts;
  const needs =
    minimumSystem === undefined ? [] : [`${platformLabel(target).system} ${minimumSystem} or newer`];
  return [
    `<data value="${sizeBytes}">${formatSize(sizeBytes)}</data>`,
    ...needs.map(escapeName),
    ...(release.id === newest?.id ? [] : [aboutOf(release)]),
    `<bdi>${escapeName(fileNameOf(app.publicSlug, release.version, artifact))}</bdi>`,
  ];
};

const itemOf = (
  { linkTo }: Page,
  { artifact }: Offer,
  words: { link: string; style: string; what: string[] },
) =>
  `<li><a${words.style} href="${escapeName(linkTo(artifact.target))}">${words.link}</a>
<p class="what">${words.what.join(' · ')}</p>
<p class="sum">SHA-256 <code>${escapeName(artifact.sha256)}</code></p></li>`;

/** The visitor's file, or one of several candidates. */
const largeOf = (page: Page, offer: Offer, isOnly: boolean): string => {
  const { system, arch } = platformLabel(offer.artifact.target);
  const link = `Download for ${escapeName(isOnly ? system : `${system}, ${arch}`)}`;
  const what = [...(isOnly ? [arch] : []), formatLabel(offer.artifact.format)].map(escapeName);
  return itemOf(page, offer, { link, style: ' class="get"', what: [...what, ...fileDetails(page, offer)] });
};

const smallOf = (page: Page, offer: Offer): string => {
  const { system, arch } = platformLabel(offer.artifact.target);
  const place = arch === '' ? system : `${system}, ${arch}`;
  const link = [place, formatLabel(offer.artifact.format)].map(escapeName).join(' · ');
  return itemOf(page, offer, { link, style: '', what: fileDetails(page, offer) });
};

/** A hint for visitors without an obvious file. */
const leadOf = (files: number, { system }: Visitor): string => {
  if (system === undefined || files === 1) return '';
  const name = systemLabels[system];
  return files === 0
    ? `<p class="about">Not available for ${name} yet.</p>\n`
    : '<p class="about">Choose your processor type.</p>\n';
};

const listOf = (style: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul class="${style}">\n${items.join('\n')}\n</ul>\n`;

const notesOf = ({ notes, version }: ReleaseWithArtifacts): string =>
  notes.trim() === ''
    ? ''
    : `<h2>What’s new in <bdi>${escapeName(version)}</bdi></h2>\n<div class="notes" dir="auto">${escapeText(notes.trim())}</div>\n`;

/** The page of an app without files, so that a website's link isn't a 404. */
export const renderEmptyPage = ({ name }: Pick<App, 'name'>): string =>
  renderPage(
    toOneLine(name),
    `<main>\n<h1><bdi>${escapeName(name)}</bdi></h1>\n<p class="about">No downloads yet.</p>\n</main>`,
    downloadPageStyle,
  );

export const renderDownloadPage = (input: DownloadPageInput): string => {
  const { app, channel, offers, visitor } = input;
  const newest = newestOf(offers);
  const page: Page = { ...input, newest };
  const { first, others } = orderFiles(offers, visitor);
  const isPackage = ({ artifact }: Offer): boolean => isUpdaterArchive(artifact.format);
  const hasInstallers = first.length > 0 || !others.every(isPackage);
  // Update packages are for updaters: they are listed openly only if there is nothing else.
  const downloads = others.filter((offer) => !hasInstallers || !isPackage(offer));
  const packages = others.filter((offer) => !downloads.includes(offer));
  const smallList = (some: readonly Offer[]): string =>
    listOf(
      'files',
      some.map((offer) => smallOf(page, offer)),
    );
  const tag = channel === defaultChannel ? '' : ` <span class="tag">${escapeName(channel)}</span>`;
  const title = first.length === 0 ? 'Downloads' : 'Other downloads';
  const parts = [
    `<h1><bdi>${escapeName(app.name)}</bdi></h1>\n`,
    newest === undefined ? '' : `<p class="about">${aboutOf(newest)}${tag}</p>\n`,
    leadOf(first.length, visitor),
    listOf(
      'first',
      first.map((offer) => largeOf(page, offer, first.length === 1)),
    ),
    downloads.length === 0 ? '' : `<h2>${title}</h2>\n${smallList(downloads)}`,
    packages.length === 0
      ? ''
      : `<details><summary>Update packages</summary>\n${smallList(packages)}</details>\n`,
    newest === undefined ? '' : notesOf(newest),
    '<footer><p>To verify a download, compare its SHA-256 with the value shown.</p></footer>\n',
  ];
  return renderPage(`Download ${toOneLine(app.name)}`, `<main>\n${parts.join('')}</main>`, downloadPageStyle);
};
