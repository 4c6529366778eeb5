import type { Command } from '../command.ts';
import { releaseOptions, runReleaseCommand } from './publish.ts';

export const upload: Command = {
  name: 'upload',
  summary: 'Upload files to a draft without publishing it, for example from one job of a build matrix.',
  about: `Finds the files as \`publish\` does. Any number of jobs may upload to the same version at the same time;
the last job publishes with \`slipway publish --release <version> --require <targets>\`.`,
  args: [{ name: '[files...]', about: 'files and folders of the build' }],
  options: releaseOptions,
  examples: [
    { command: 'slipway upload', does: 'Uploads what this job has built.' },
    {
      command: 'slipway upload --release 1.2.0 --target darwin-aarch64=build/App.app.tar.gz',
      does: 'Uploads one file for one target.',
    },
  ],
  run: (input, context) => runReleaseCommand(input, context, false),
};
