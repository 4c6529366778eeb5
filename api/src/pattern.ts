/*
 * Field patterns as plain text, so that code that validates before sending need not load the schemas. The schemas use
 * the same constants.
 */

export const versionPattern = '^[A-Za-z0-9][A-Za-z0-9._+-]{0,127}$';
export const versionDescription =
  '1–128 letters, digits, `.`, `_`, `+` and `-`, starting with a letter or digit.';

export const targetPattern = '^(?!\\.\\.?$)[A-Za-z0-9._-]{1,128}$';
export const targetDescription = '1–128 letters, digits, dots, underscores and hyphens; not `.` or `..`.';

export const formatPattern = '^\\.[A-Za-z0-9._+-]{1,64}$';
export const formatDescription = 'A leading dot and 1–64 letters, digits, `.`, `_`, `-`, `+`.';
