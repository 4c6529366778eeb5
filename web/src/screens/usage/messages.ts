/* The sentences of the usage screen. */

export const partialUsage = 'Caches or S3 served part of this. See Settings → Delivery.';

export const downloadsHelp = 'A download counts when it completes. Update checks aren’t included.';
