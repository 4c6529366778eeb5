/** What cargo-packager's updater installs, by the format of its file: without a name it takes nothing. */
export const formats: Readonly<Record<string, string>> = {
  '.exe': 'nsis',
  '.msi': 'wix',
  '.AppImage': 'appimage',
  '.AppImage.tar.gz': 'appimage',
  '.app.tar.gz': 'app',
};
