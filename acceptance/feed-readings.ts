/** A feed request and the fleet row that must count it. */
export interface Reading {
  rest: string;
  headers?: Record<string, string>;
  row: [target: string, version: string];
  isOffer?: boolean;
  isWithId?: boolean;
}

export const uuid = '0b9d1f0e-6b43-4c9b-8a55-0f3a5bb1f001';
export const agent = (text: string) => ({ 'user-agent': text });

/** Requests of stock updaters to an app with 1.0.0 and 1.1.0. */
export const readings: Readonly<Record<string, Reading[]>> = {
  'electron-updater': [
    {
      rest: 'electron/stable/latest.yml?noCache=1j2k3l',
      headers: { ...agent('electron-builder'), 'x-user-staging-id': uuid },
      ...{ row: ['windows-x86_64', 'unknown'], isWithId: true },
    },
    { rest: 'electron/stable/from/1.0.0/latest.yml', row: ['windows-x86_64', '1.0.0'], isOffer: true },
    { rest: 'electron/stable/from/1.1.0/latest.yml', row: ['windows-x86_64', '1.1.0'] },
  ],
  'Squirrel.Windows': [
    {
      rest: 'squirrel/stable/win32-x64/RELEASES?id=Acme&localVersion=1.0.0&arch=amd64',
      ...{ row: ['windows-nupkg-x86_64', '1.0.0'], isOffer: true },
    },
    {
      rest: 'squirrel/stable/win32-x64/releases?id=acme&localversion=1.1.0&arch=amd64',
      row: ['windows-nupkg-x86_64', '1.1.0'],
    },
    { rest: 'squirrel/stable/win32-x64/RELEASES', row: ['windows-nupkg-x86_64', 'unknown'] },
  ],
  'Squirrel.Mac': [
    { rest: 'squirrel/stable/darwin-arm64/1.0.0', row: ['darwin-aarch64', '1.0.0'], isOffer: true },
    { rest: 'squirrel/stable/darwin-arm64/1.1.0', row: ['darwin-aarch64', '1.1.0'] },
    { rest: 'squirrel/stable/darwin-arm64/RELEASES.json', row: ['darwin-aarch64', 'unknown'] },
  ],
  MSIX: [{ rest: 'squirrel/stable/win32-x64/msix/1.0.0', row: ['other', '1.0.0'] }],
  Velopack: [
    {
      rest: `velopack/stable/releases.win-x64.json?localVersion=0.9.0&id=Acme&stagingId=${uuid}`,
      ...{ row: ['windows-nupkg-x86_64', '0.9.0'], isOffer: true, isWithId: true },
    },
    {
      rest: 'velopack/stable/releases.win.json?arch=x64&os=win&rid=win-x64&id=Acme&localVersion=1.1.0',
      row: ['windows-nupkg-x86_64', '1.1.0'],
    },
  ],
  Sparkle: [
    {
      rest: 'sparkle/stable/darwin/appcast.xml',
      headers: agent('My App/1.0.0 Sparkle/2.6.4'),
      ...{ row: ['darwin-aarch64', '1.0.0'], isOffer: true },
    },
    {
      rest: 'sparkle/stable/darwin/appcast.xml?appName=App&appVersion=2043',
      headers: agent('App/? Sparkle/2.6.4'),
      row: ['darwin-aarch64', 'unknown'],
    },
  ],
  WinSparkle: [
    {
      rest: 'sparkle/stable/windows/appcast.xml',
      headers: agent('App/1.1.0 WinSparkle/0.8.1 (Win64)'),
      row: ['windows-x86_64', '1.1.0'],
    },
  ],
  'Tauri, static file': [
    {
      rest: 'tauri/stable/latest.json',
      headers: agent('tauri-plugin-updater/2.9.0'),
      row: ['linux-x86_64', 'unknown'],
    },
    { rest: 'tauri/stable/from/1.0.0/latest.json', row: ['linux-x86_64', '1.0.0'], isOffer: true },
  ],
  'cargo-packager, static file': [
    {
      rest: 'cargo-packager/stable/from/v1.0.0/latest.json',
      headers: { 'slipway-client': uuid },
      ...{ row: ['linux-x86_64', '1.0.0'], isOffer: true, isWithId: true },
    },
  ],
  zsync: [{ rest: 'zsync/stable/linux-x86_64/App.AppImage.zsync', row: ['linux-x86_64', 'unknown'] }],
};
