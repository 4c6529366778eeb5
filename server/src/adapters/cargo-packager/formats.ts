/**
 * Installer names by file format; the updater installs nothing without one. An AppImage in an archive has none: on
 * Linux the client unpacks nothing and would overwrite the installed AppImage with the archive.
 */
export const cargoPackagerFormats: Readonly<Record<string, string>> = {
  '.exe': 'nsis',
  '.msi': 'wix',
  '.AppImage': 'appimage',
  '.app.tar.gz': 'app',
};
