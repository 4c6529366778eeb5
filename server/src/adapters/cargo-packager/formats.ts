/**
 * What cargo-packager's updater installs, by the format of its file: without a name it takes nothing. An AppImage in an
 * archive has none, since the client unpacks nothing on Linux and would write the archive over the installed AppImage.
 */
export const cargoPackagerFormats: Readonly<Record<string, string>> = {
  '.exe': 'nsis',
  '.msi': 'wix',
  '.AppImage': 'appimage',
  '.app.tar.gz': 'app',
};
