/* The sentences of the usage screen. */

export const partialUsage = 'Caches or S3 delivered, too: see Delivery in the settings.';

export const downloadsHelp =
  'A download counts when the whole file was sent, or its last byte and at least half of it; bytes count as they are sent. Update checks are not counted here.';
