import type { Command } from '../command.ts';
import { releaseOptions, runReleaseCommand } from './publish.ts';

export const upload: Command = {
  name: 'upload',
  summary: 'Upload files to a draft without publishing it.',
  about: `Finds files like \`publish\`. Several jobs of a build matrix can upload to the same version at the same time. The last job
publishes: \`slipway publish --release <version> --require <targets>\`.`,
  args: [{ name: '[files...]', about: 'build files or folders' }],
  options: releaseOptions,
  examples: [
    { command: 'slipway upload', does: 'Upload the files this job has built.' },
    {
      command: 'slipway upload --release 1.2.0 --target darwin-aarch64=build/App.app.tar.gz',
      does: 'Upload one file for one target.',
    },
  ],
  run: (input, context) => runReleaseCommand(input, context, false),
};
